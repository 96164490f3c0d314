import { ReplyValue } from './route'

/** Sends a browser on to a page of ours, with cookies where it is given some. The address that it came by goes no further. */
export function seeOther(to: string | { path: string; cookies: string[] }): ReplyValue {
  const { path, cookies } = typeof to === 'string' ? { path: to, cookies: [] } : to
  const headers = { location: path, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return new ReplyValue({ status: 303, headers, cookies, body: null })
}

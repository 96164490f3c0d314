import { ReplyValue } from './route'

/** An answer that also gives the browser a session cookie, or takes it back. */
export function withSessionCookie({ value, cookie }: { value: object; cookie: string }): ReplyValue {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }
  return new ReplyValue({ status: 200, headers, cookies: [cookie], body: JSON.stringify(value) })
}

import { ReplyValue } from './route'

/** Sends a browser on to a page of ours. */
export function seeOther(path: string): ReplyValue {
  return new ReplyValue({ status: 303, headers: { location: path, 'cache-control': 'no-store' }, body: null })
}

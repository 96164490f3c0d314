import type { StreamBody } from '@/lib/platform/stream'
import { ReplyValue } from './route'

/** JSON text as it is, or a stream of server-sent events that no proxy should buffer. */
export function jsonOrEvents(body: string | StreamBody): ReplyValue {
  if (typeof body === 'string')
    return new ReplyValue({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body,
    })
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  }
  return new ReplyValue({ status: 200, headers, body })
}

import type { StreamBody } from '@/lib/platform/stream'
import { ReplyValue } from './route'

type Polled<Value> = { value: Value; retryAfterSeconds: number | null } | StreamBody

/** A task's state, with `Retry-After` while it is worth asking again; or its result, as JSON that is sent while it is read. */
export function polled<Value>(answer: Polled<Value>): ReplyValue {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }
  if ('start' in answer) return new ReplyValue({ status: 200, headers, body: answer })
  if (answer.retryAfterSeconds !== null) headers['retry-after'] = String(answer.retryAfterSeconds)
  return new ReplyValue({ status: 200, headers, body: JSON.stringify(answer.value) })
}

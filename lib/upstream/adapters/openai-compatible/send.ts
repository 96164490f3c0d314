import type { ChatCall } from '@/lib/upstream/contract/chat-model'
import { encodeRequest } from './encode-request'
import { type AnswerReceiver, Exchange } from './exchange'
import { poolOf } from './pool'
import type { Endpoint } from './settings'

type Manner = { headers: string[]; deadlineMs: number }

/** Posts the call. Throws when the upstream cannot do what is asked; all else reaches the receiver. */
export function send(endpoint: Endpoint, call: ChatCall, manner: Manner, receiver: AnswerReceiver): void {
  if (call.signal.aborted) throw call.signal.reason
  const body = encodeRequest(call.request, endpoint.webSearch)
  const exchange = new Exchange(receiver, { signal: call.signal, deadlineMs: manner.deadlineMs })
  poolOf(endpoint.origin).dispatch(
    {
      method: 'POST',
      path: endpoint.path,
      headers: manner.headers,
      body,
      // The exchange's own deadline covers the wait for a connection too.
      headersTimeout: 0,
      bodyTimeout: endpoint.idleTimeoutMs,
    },
    exchange,
  )
}

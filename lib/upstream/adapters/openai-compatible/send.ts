import type { FormData } from 'undici'
import { type Endpoint, poolOf } from './endpoint'
import { type AnswerReceiver, Exchange } from './exchange'

export type Post = {
  path: string
  headers: string[]
  body: string | Buffer | FormData
  signal: AbortSignal
  /** From now to the head of the answer, or until its receiver clears it. */
  deadlineMs: number
}

/** Posts a body. What comes of it reaches the receiver; only a call that was given up before it began throws. */
export function send(endpoint: Endpoint, post: Post, receiver: AnswerReceiver): void {
  if (post.signal.aborted) throw post.signal.reason
  const exchange = new Exchange(receiver, {
    signal: post.signal,
    deadlineMs: post.deadlineMs,
    idleMs: endpoint.idleTimeoutMs,
  })
  poolOf(endpoint.origin).dispatch(
    {
      method: 'POST',
      path: post.path,
      headers: post.headers,
      body: post.body,
      // The exchange has its own deadlines: for the wait for a connection too, and for bytes that say nothing.
      headersTimeout: 0,
      bodyTimeout: 0,
    },
    exchange,
  )
}

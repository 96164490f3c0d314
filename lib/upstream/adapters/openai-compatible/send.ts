import type { FormData } from 'undici'
import { inTurn } from '@/lib/platform/in-turn'
import { type AnswerReceiver, Exchange } from './exchange'
import { poolOf } from './pool-of'
import type { Endpoint } from './settings'

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
  const exchange = new Exchange(receiver, { signal: post.signal, deadlineMs: post.deadlineMs })
  poolOf(endpoint.origin).dispatch(
    {
      method: 'POST',
      path: post.path,
      headers: post.headers,
      body: post.body,
      // The exchange's own deadline covers the wait for a connection too.
      headersTimeout: 0,
      bodyTimeout: endpoint.idleTimeoutMs,
    },
    exchange,
  )
}

/** The same among others in turn (`inTurn`). What was given up meanwhile fails. */
export function sendInTurn(endpoint: Endpoint, post: Post, receiver: AnswerReceiver): void {
  inTurn(Exchange.open === 0, () => {
    try {
      send(endpoint, post, receiver)
    } catch (error) {
      receiver.onFail(error)
    }
  })
}

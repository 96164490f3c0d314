import { z } from 'zod'
import type { Failure } from '../state/conversation'

const text = z.string().nullish().catch(null)

const Envelope = z.object({
  error: z.looseObject({
    message: text,
    code: text,
    param: text,
    request_id: text,
    metadata: z.looseObject({ limit_source: text, required: text, available: text }).nullish().catch(null),
  }),
})

type Answer = {
  status: number | null
  body: unknown
  requestId: string | null
  retryAfter: string | null
  now: number
}

/** Our error envelope, or whatever a proxy in between put in its place. */
export function readFailure({ status, body, requestId, retryAfter, now }: Answer): Failure {
  const parsed = Envelope.safeParse(body)
  const error = parsed.success ? parsed.data.error : null
  return {
    ...emptyFailure,
    status,
    code: error?.code ?? (status === null ? 'stream_error' : `http_${status}`),
    message: error?.message ?? 'The server answered with an error that it did not explain.',
    param: error?.param ?? null,
    requestId: error?.request_id ?? requestId,
    retryAt: readRetryAt(retryAfter, now),
    limitSource: error?.metadata?.limit_source ?? null,
    required: error?.metadata?.required ?? null,
    available: error?.metadata?.available ?? null,
  }
}

/** Whether an event of a stream is an error rather than a chunk. */
export function isErrorEvent(body: unknown): boolean {
  return Envelope.safeParse(body).success
}

/** `Retry-After` is whole seconds or a date. */
function readRetryAt(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return seconds >= 0 ? now + seconds * 1000 : null
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : date
}

const emptyFailure: Failure = {
  status: null,
  code: 'unknown',
  message: '',
  param: null,
  requestId: null,
  retryAt: null,
  limitSource: null,
  required: null,
  available: null,
}

export const networkFailure: Failure = {
  ...emptyFailure,
  code: 'network_error',
  message: 'The server could not be reached. Check the connection, then retry.',
}

export const brokenFailure: Failure = {
  ...emptyFailure,
  code: 'stream_broken',
  message: 'The connection closed before the answer was complete.',
}

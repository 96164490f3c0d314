import { UnsupportedFunctionalityError } from '@ai-sdk/provider'
import { z } from 'zod'
import { parseJson } from '@/lib/platform/json'
import type { AnswerHead, Endpoint } from '@/lib/upstream/adapters/openai-compatible/exchange'
import { readError } from '@/lib/upstream/adapters/openai-compatible/read-error'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

const DEEPEST = 8

/**
 * Why a call of the package failed, as our UpstreamError. Faults of the connection and what the vendor says are already
 * ours: the package only wraps them. The rest is what it refuses to translate, and answers that it cannot read.
 */
export function explainFailure(error: unknown): UpstreamError {
  let cause = error
  for (let depth = 0; depth < DEEPEST && cause instanceof Error; depth++) {
    if (cause instanceof UpstreamError) return cause
    if (UnsupportedFunctionalityError.isInstance(cause)) return unsupported(cause)
    cause = cause.cause
  }
  return new UpstreamError('failed', { cause: error })
}

function unsupported(error: UnsupportedFunctionalityError): UpstreamError {
  return new UpstreamError('unsupported', {
    param: 'messages',
    message: `This model does not take ${error.functionality}.`,
    cause: error,
  })
}

/** Google and Anthropic answer 400 for some faults that are the operator's: a wrong key, an unpaid account. */
const OURS =
  /API_KEY_INVALID|API key (?:not valid|expired)|credit balance is too low|User location is not supported/i

/** Google says how long to wait inside the body: `details: [{"@type": "…RetryInfo", "retryDelay": "34s"}]`. */
const WithRetryInfo = z.object({
  error: z.object({ details: z.array(z.looseObject({ retryDelay: z.string().optional() })) }),
})
const LONGEST_SECONDS = 86_400

/** What a vendor's answer that is no good one means. */
export function readRefusal(head: AnswerHead, body: Buffer | string, endpoint: Endpoint): UpstreamError {
  const error = readError(head, body, endpoint)
  if (error.fault === 'rejected' && OURS.test(body.toString().slice(0, 4000)))
    return new UpstreamError('failed', { status: head.status })
  if (error.fault !== 'rate_limited' || error.retryAfterSeconds !== undefined) return error
  return new UpstreamError('rate_limited', { status: head.status, retryAfterSeconds: retryDelay(body) })
}

function retryDelay(body: Buffer | string): number | undefined {
  const parsed = WithRetryInfo.safeParse(parseJson(body.toString()))
  const delay = parsed.data?.error.details.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay
  const seconds = delay === undefined ? Number.NaN : Number.parseFloat(delay)
  return Number.isFinite(seconds) ? Math.min(LONGEST_SECONDS, Math.max(0, Math.ceil(seconds))) : undefined
}

import { UpstreamError, type UpstreamFault } from '@/lib/upstream/contract/upstream-error'
import { classifyRefusal } from './classify-refusal'
import type { AnswerHead } from './exchange'
import { type ErrorEnvelope, parseErrorEnvelope } from './parse-error-envelope'
import { publicMessage } from './public-message'
import { retryAfterSeconds } from './retry-after-seconds'
import type { Endpoint } from './settings'

/** More than this of an error's body is not read. */
export const MAX_ERROR_BYTES = 64 * 1024

/** The words for an answer that is not the one asked for: an error status, or an error or nonsense under status 200. */
export function readError(head: AnswerHead, body: Buffer | string, endpoint: Endpoint): UpstreamError {
  const envelope = parseErrorEnvelope(body)
  const status = head.status === 200 ? envelope?.status : head.status
  const code = envelope === null ? undefined : classifyRefusal(envelope)
  const fault = faultOf(status, envelope, code)
  return new UpstreamError(fault, {
    status: head.status,
    ...(fault === 'rate_limited' && { retryAfterSeconds: retryAfterSeconds(head.headers, Date.now()) }),
    ...(fault === 'rejected' && {
      code,
      param: paramOf(envelope),
      message: publicMessage(envelope?.message, endpoint),
    }),
  })
}

function faultOf(
  status: number | undefined,
  envelope: ErrorEnvelope | null,
  code: string | undefined,
): UpstreamFault {
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  if (status === 400 || status === 404 || status === 413 || status === 415 || status === 422)
    return 'rejected'
  // A policy is a refusal of the request whatever 4xx it wears; other 401, 402 and 403 concern our own credentials.
  if (code !== undefined && (status === undefined || status < 500)) return 'rejected'
  if (status === undefined) return faultOfWords(envelope)
  return 'failed'
}

/** An error under status 200 that names no status: its type is all there is to go by. */
function faultOfWords(envelope: ErrorEnvelope | null): UpstreamFault {
  const words = `${envelope?.type ?? ''} ${envelope?.code ?? ''}`
  if (/rate_?limit/i.test(words)) return 'rate_limited'
  return /invalid_request/i.test(words) ? 'rejected' : 'failed'
}

function paramOf(envelope: ErrorEnvelope | null): string | null {
  const param = envelope?.param
  return param !== undefined && /^[\w.[\]-]{1,100}$/.test(param) ? param : null
}

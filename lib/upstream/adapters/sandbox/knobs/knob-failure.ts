import { UpstreamError, type UpstreamFault } from '@/lib/upstream/contract/upstream-error'
import type { Knobs } from './knobs'

const RETRY_AFTER_SECONDS = 1
const rejectedStatuses: readonly number[] = [400, 404, 405, 406, 409, 410, 413, 415, 422]

/** Codes that stand for another fault than a refusal, so that the status fits the code. */
const faultByCode = new Map<string, UpstreamFault>([
  ['rate_limit_exceeded', 'rate_limited'],
  ['upstream_timeout', 'timeout'],
  ['upstream_unavailable', 'unreachable'],
  ['upstream_error', 'failed'],
  ['internal_error', 'failed'],
  ['service_unavailable', 'unreachable'],
])

/** The failure that `[[fail:CODE]]` or `[[status:N]]` asks for. */
export function knobFailure({ failCode, status }: Knobs): UpstreamError | undefined {
  if (failCode !== undefined) return failureOfCode(failCode)
  if (status !== undefined && status >= 400) return failureOfStatus(status)
  return undefined
}

function failureOfCode(code: string): UpstreamError {
  const fault = faultByCode.get(code) ?? 'rejected'
  const message = `The sandbox was asked to fail with the code ${code}.`
  const retryAfterSeconds = fault === 'rate_limited' ? RETRY_AFTER_SECONDS : undefined
  return new UpstreamError(fault, { code, message, retryAfterSeconds })
}

function failureOfStatus(status: number): UpstreamError {
  const message = `The sandbox was asked to answer with the status ${status}.`
  if (status === 429) {
    return new UpstreamError('rate_limited', { status, message, retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  return new UpstreamError(rejectedStatuses.includes(status) ? 'rejected' : 'failed', { status, message })
}

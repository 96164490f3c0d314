import { AppError, type ErrorCode, errorEnvelope, errorTable } from '@/lib/platform/errors'
import { describeFailure } from '@/lib/platform/task-failures'
import { UpstreamError, type UpstreamFault } from '@/lib/upstream/contract/upstream-error'

/**
 * Which routes may succeed after a fault. Other upstreams of a model refuse what one refuses, except for a 404: that upstream
 * does not have the model. Another model may accept it.
 */
export function failoverScope({ fault, status }: UpstreamError): 'any_route' | 'other_model' {
  return fault === 'rejected' && status !== 404 ? 'other_model' : 'any_route'
}

/** An upstream's fault as our error, with its message if the caller may read it, and never its host or key. */
export function toAppError(error: UpstreamError): AppError {
  const code = codeOf(error)
  return new AppError(code, {
    message: error.hasPublicMessage ? error.message : undefined,
    param: error.param,
    wireCode: error.code,
    retryAfterSeconds: error.retryAfterSeconds ?? (error.fault === 'rate_limited' ? 1 : undefined),
    metadata: error.fault === 'rate_limited' ? { limit_source: 'upstream' } : undefined,
    cause: error,
  })
}

/** Anything that a call of an upstream threw, as our error. */
export function toCallError(error: unknown): AppError {
  if (error instanceof UpstreamError) return toAppError(error)
  return error instanceof AppError ? error : new AppError('internal_error', { cause: error })
}

/** The event that tells a client why its stream broke off: the error in its envelope. */
export function errorEvent(requestId: string, error: unknown): string {
  return `data: ${JSON.stringify(errorEnvelope(toCallError(error), requestId))}\n\n`
}

function codeOf(error: UpstreamError): ErrorCode {
  switch (error.fault) {
    case 'rate_limited':
      return 'rate_limit_exceeded'
    case 'failed':
      return error.code === 'provider_key_refused' ? error.code : 'upstream_error'
    case 'unreachable':
      return 'upstream_unavailable'
    case 'timeout':
      return 'upstream_timeout'
    case 'unsupported':
    case 'rejected':
      return isRefusal(error.code) ? error.code : 'invalid_parameter'
  }
}

/** An upstream's refusal may carry one of our codes, which has its own status. */
function isRefusal(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(errorTable, code)
}

const codes: Record<UpstreamFault, string> = {
  rejected: 'invalid_input',
  unsupported: 'invalid_input',
  rate_limited: 'upstream_rate_limited',
  failed: 'upstream_error',
  unreachable: 'upstream_error',
  timeout: 'upstream_timeout',
}

const messages: Partial<Record<UpstreamFault, string>> = {
  unsupported: 'The upstream does not support this request.',
  unreachable: 'The upstream could not be reached.',
}

export type Failure = {
  code: string
  message: string
  param: string | null
  /** Another try would fail the same way. */
  isFinal: boolean
}

/** An upstream's fault as a task's `error`. An adapter names a code only when it is sure of the meaning. */
export function failureOf({ fault, code: named, message, hasPublicMessage, param }: UpstreamError): Failure {
  const code = named ?? codes[fault]
  const defaultMessage = (named === undefined ? messages[fault] : undefined) ?? describeFailure(code).message
  return {
    code,
    message: hasPublicMessage ? message : defaultMessage,
    param,
    isFinal: named !== undefined || fault === 'rejected' || fault === 'unsupported',
  }
}

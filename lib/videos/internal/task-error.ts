import type { UpstreamError, UpstreamFault } from '@/lib/upstream/contract/upstream-error'
import type { VideoTaskError } from '../schema'

const typeByCode: Record<string, string> = {
  content_policy_violation: 'invalid_request_error',
  invalid_input: 'invalid_request_error',
  input_download_failed: 'invalid_request_error',
  upstream_error: 'upstream_error',
  upstream_timeout: 'upstream_timeout',
  upstream_rate_limited: 'rate_limit_error',
  storage_error: 'service_unavailable',
  execution_expired: 'service_unavailable',
  internal_error: 'api_error',
}

const codeByFault = {
  rejected: 'invalid_input',
  unsupported: 'invalid_input',
  rate_limited: 'upstream_rate_limited',
  failed: 'upstream_error',
  unreachable: 'upstream_error',
  timeout: 'upstream_timeout',
} as const satisfies Record<UpstreamFault, string>

/** The same request meets the same end. */
const finalCodes = new Set(['content_policy_violation', 'invalid_input', 'input_download_failed'])

const messageByCode: Record<string, string> = {
  content_policy_violation: 'The request was refused by a content policy.',
  invalid_input: 'The upstream refused the request.',
  input_download_failed: 'A picture, video or sound could not be downloaded.',
  upstream_error: 'The upstream failed to make this video.',
  upstream_timeout: 'The upstream took too long.',
  upstream_rate_limited: 'The upstream takes no more tasks just now.',
  storage_error: 'The video could not be stored.',
  execution_expired: 'The task was not done in the time that it was given.',
  internal_error: 'Something went wrong on our side.',
}

/** The error object of a task that made nothing. */
export function taskError(
  code: string,
  details: { message?: string | undefined; param?: string | null; retryable: boolean },
): VideoTaskError {
  return {
    code,
    message: details.message ?? messageByCode[code] ?? 'The task failed.',
    type: typeByCode[code] ?? 'upstream_error',
    param: details.param ?? null,
    retryable: details.retryable,
  }
}

export function taskErrorOf(error: UpstreamError): VideoTaskError {
  const code = error.code ?? codeByFault[error.fault]
  const message = error.hasPublicMessage ? error.message : undefined
  return taskError(code, {
    message,
    param: error.param,
    retryable: !finalCodes.has(code) && code in typeByCode,
  })
}

import { AppError, type ErrorCode, type ErrorRule, errorTable, type ProviderOutcome } from './errors'

/**
 * A code of the `error` of failed image and video tasks: its message, the type of the error envelope, whether the same
 * request may succeed later, and how it counts for the provider, as in `errorTable`.
 */
type FailureKind = { message: string; type: string; retryable: boolean; counts?: ProviderOutcome }

const failures: ReadonlyMap<string, FailureKind> = new Map([
  ['content_policy_violation', refused('The request was refused by a content policy.')],
  ['invalid_input', refused('The upstream refused this request.')],
  ['input_download_failed', refused('An image, video or audio file could not be downloaded.')],
  ['upstream_error', temporary('upstream_error', 'The upstream failed to generate this.')],
  ['upstream_timeout', temporary('upstream_timeout', 'The upstream took too long.')],
  [
    'upstream_rate_limited',
    temporary('rate_limit_error', 'The upstream’s rate limit is reached.', 'limited'),
  ],
  ['storage_error', temporary('service_unavailable', 'The result could not be stored.', 'refused')],
  ['execution_expired', temporary('service_unavailable', 'The task did not finish in time.')],
  ['insufficient_quota', { ...refused('The balance does not cover this task.'), type: 'insufficient_quota' }],
  ['internal_error', temporary('api_error', 'Something went wrong on our side.', 'refused')],
])

/** For a code that is not in the table: the sandbox can be asked to fail with any code. */
const unknownFailure: FailureKind = { message: 'The task failed.', type: 'upstream_error', retryable: false }

export const failureCodes: readonly string[] = [...failures.keys()]

export function describeFailure(code: string): FailureKind {
  return failures.get(code) ?? unknownFailure
}

const codesByType: Readonly<Record<string, ErrorCode>> = {
  invalid_request_error: 'invalid_parameter',
  rate_limit_error: 'rate_limit_exceeded',
  service_unavailable: 'service_unavailable',
}

/** The `error` of a failed task as the error of the request that waited for it: same code, with the matching status. */
export function failureAsError(failure: { code: string; message: string; param: string | null }): AppError {
  const { code, message, param } = failure
  const rules: Readonly<Record<string, ErrorRule>> = errorTable
  const isOurs = (text: string): text is ErrorCode => (rules[text]?.status ?? 0) >= 400
  const known = isOurs(code) ? code : (codesByType[describeFailure(code).type] ?? 'upstream_error')
  return new AppError(known, { message, param, wireCode: code })
}

/** The codes of requests and tasks that count as `outcome` for their provider. */
export function codesCountedAs(outcome: ProviderOutcome): string[] {
  const ofRequests: Readonly<Record<string, ErrorRule>> = errorTable
  const rules = [...Object.entries(ofRequests), ...failures]
  return [...new Set(rules.flatMap(([code, { counts }]) => (counts === outcome ? [code] : [])))]
}

function refused(message: string): FailureKind {
  return { message, type: 'invalid_request_error', retryable: false, counts: 'refused' }
}

function temporary(type: string, message: string, counts?: ProviderOutcome): FailureKind {
  return { message, type, retryable: true, ...(counts && { counts }) }
}

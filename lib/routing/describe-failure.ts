/** What a task's `error` says of a code: the type of the error envelope, and whether the same request may succeed another time. */
export type FailureKind = { message: string; type: string; retryable: boolean }

const kinds: ReadonlyMap<string, FailureKind> = new Map([
  ['content_policy_violation', refused('The request was refused by a content policy.')],
  ['invalid_input', refused('The upstream refused this request.')],
  ['input_download_failed', refused('A picture, video or sound could not be downloaded.')],
  ['upstream_error', passing('upstream_error', 'The upstream failed to make this.')],
  ['upstream_timeout', passing('upstream_timeout', 'The upstream took too long.')],
  ['upstream_rate_limited', passing('rate_limit_error', 'The upstream takes no more requests for now.')],
  ['storage_error', passing('service_unavailable', 'What was made could not be stored.')],
  [
    'execution_expired',
    passing('service_unavailable', 'The task was not done in the time that it was given.'),
  ],
  [
    'insufficient_quota',
    { message: 'The balance does not cover this task.', type: 'insufficient_quota', retryable: false },
  ],
  ['internal_error', passing('api_error', 'Something went wrong on our side.')],
])

/** A code that is none of ours is one that an upstream was told to fail with. */
const unknown: FailureKind = { message: 'The task failed.', type: 'upstream_error', retryable: false }

export const failureCodes: readonly string[] = [...kinds.keys()]

/** The failures of image and video tasks, by their codes. */
export function describeFailure(code: string): FailureKind {
  return kinds.get(code) ?? unknown
}

function refused(message: string): FailureKind {
  return { message, type: 'invalid_request_error', retryable: false }
}

function passing(type: string, message: string): FailureKind {
  return { message, type, retryable: true }
}

import { type ErrorRule, errorTable, type ProviderOutcome } from './errors'

/**
 * What the `error` of a failed image or video task says of its code: the type of the error envelope, whether the same request
 * may succeed another time, and, as in the error table, what it was for the provider.
 */
export type FailureKind = { message: string; type: string; retryable: boolean; counts?: ProviderOutcome }

const kinds: ReadonlyMap<string, FailureKind> = new Map([
  ['content_policy_violation', refused('The request was refused by a content policy.')],
  ['invalid_input', refused('The upstream refused this request.')],
  ['input_download_failed', refused('A picture, video or sound could not be downloaded.')],
  ['upstream_error', passing('upstream_error', 'The upstream failed to make this.')],
  ['upstream_timeout', passing('upstream_timeout', 'The upstream took too long.')],
  [
    'upstream_rate_limited',
    passing('rate_limit_error', 'The upstream takes no more requests for now.', 'limited'),
  ],
  ['storage_error', passing('service_unavailable', 'What was made could not be stored.', 'refused')],
  [
    'execution_expired',
    passing('service_unavailable', 'The task was not done in the time that it was given.'),
  ],
  ['insufficient_quota', { ...refused('The balance does not cover this task.'), type: 'insufficient_quota' }],
  ['internal_error', passing('api_error', 'Something went wrong on our side.', 'refused')],
])

/** A code that is none of ours is one that an upstream was told to fail with. */
const unknown: FailureKind = { message: 'The task failed.', type: 'upstream_error', retryable: false }

export const failureCodes: readonly string[] = [...kinds.keys()]

/** The failures of image and video tasks, by their codes. */
export function describeFailure(code: string): FailureKind {
  return kinds.get(code) ?? unknown
}

/** The codes of requests and tasks that are no failure of their provider. */
export function codesCountedAs(outcome: ProviderOutcome): string[] {
  const ofRequests: Readonly<Record<string, ErrorRule>> = errorTable
  const rules = [...Object.entries(ofRequests), ...kinds]
  return [...new Set(rules.flatMap(([code, { counts }]) => (counts === outcome ? [code] : [])))]
}

function refused(message: string): FailureKind {
  return { message, type: 'invalid_request_error', retryable: false, counts: 'refused' }
}

function passing(type: string, message: string, counts?: ProviderOutcome): FailureKind {
  return { message, type, retryable: true, ...(counts && { counts }) }
}

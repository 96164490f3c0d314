/**
 * The one table of errors. A use case throws `new AppError(code)`; `lib/http/error-response` turns it into the envelope.
 * `message` is public. Whatever an operator needs beyond it goes into `cause`, which is logged and never sent.
 */
export type ErrorRule = {
  status: number
  message: string
  /** The code as clients read it, where it is not the key. */
  wireCode?: string
  /** What a request with this error means for its provider; left out: the provider's own failure. */
  counts?: ProviderOutcome
  /** A retry would make a second one: clients that retry by themselves are told not to. */
  isFinal?: boolean
}

/**
 * `refused`: says nothing about the provider, for the request was at fault, or we were. `limited`: the provider is at its
 * limit for now.
 */
type ProviderOutcome = 'refused' | 'limited'

export const errorTable = {
  invalid_api_key: { status: 401, message: 'The API key is missing, unknown, disabled, expired or revoked.' },
  invalid_credentials: { status: 401, message: 'Sign in first.' },
  account_suspended: {
    status: 403,
    message: 'This account is suspended. Its work under way is finished; ask the operator of this service.',
  },
  insufficient_scope: { status: 403, message: 'This API key lacks the scope that this call needs.' },
  origin_not_allowed: { status: 403, message: 'A console session may only be used from its own origin.' },
  model_not_allowed: { status: 403, message: 'This API key may not use this model.' },
  invalid_signature: { status: 403, message: 'The signature of this link is not valid.' },
  link_expired: { status: 403, message: 'This link has expired.' },
  demo_link_needed: {
    status: 403,
    message:
      'Sandbox payments are for whoever started this server: in this browser, open the sign-in link that npm start printed (sign_in_url in demo.json).',
  },
  insufficient_quota: { status: 402, counts: 'refused', message: 'The balance does not cover this request.' },
  key_limit_exceeded: {
    status: 402,
    message: 'The spending limit of this API key does not cover this request.',
  },
  forbidden: { status: 403, message: 'This API key cannot access this group or asset.' },
  quota_exceeded: { status: 403, message: 'The quota of groups or assets is full.' },
  aigc_not_available: { status: 403, message: 'Virtual groups are not enabled on this service.' },
  // The portrait protocol sends these with HTTP 200.
  validate_pending: { status: 200, message: 'The check has not been finished yet.' },
  validate_failed: { status: 200, message: 'The person did not pass the check; start another.' },
  token_expired: { status: 200, message: 'The validation token is too old.' },
  invalid_token: { status: 200, message: 'The validation token is not valid.' },
  invalid_parameter: { status: 400, counts: 'refused', message: 'A parameter is not valid.' },
  unsupported_parameter: { status: 400, counts: 'refused', message: 'This parameter cannot be served.' },
  missing_parameter: { status: 400, counts: 'refused', message: 'A required parameter is missing.' },
  invalid_json: { status: 400, message: 'The body is not valid JSON.' },
  invalid_cursor: { status: 400, message: 'The cursor is not one that this endpoint gave out.' },
  client_closed_request: { status: 499, message: 'The client hung up.' },
  provider_key_refused: {
    status: 403,
    counts: 'refused',
    message: 'The provider refused your own key.',
  },
  content_policy_violation: {
    status: 400,
    counts: 'refused',
    message: 'The request was refused by a content policy.',
  },
  context_length_exceeded: {
    status: 400,
    counts: 'refused',
    message: 'The conversation is longer than the model allows.',
  },
  previous_response_not_found: {
    status: 400,
    counts: 'refused',
    message: 'There is no such response to go on from.',
  },
  not_found: { status: 404, counts: 'refused', message: 'There is nothing here.' },
  model_not_found: { status: 404, counts: 'refused', message: 'There is no such model.' },
  task_not_found: { status: 404, message: 'There is no such task.' },
  misdirected_request: {
    status: 421,
    message: 'Without PUBLIC_URL this server answers to localhost alone. Set PUBLIC_URL, or HOST.',
  },
  method_not_allowed: { status: 405, message: 'This address does not take that method.' },
  sign_up_closed: { status: 403, message: 'Signing up is closed here. Ask whoever runs this service.' },
  top_up_unavailable: { status: 403, message: 'Automatic top-up needs Stripe, which is not set up here.' },
  mail_unavailable: { status: 403, message: 'This service sends no mail. Ask whoever runs it.' },
  link_unusable: {
    status: 410,
    message: 'This link was used, is void, or is too old. Ask for a new one.',
  },
  email_taken: { status: 409, message: 'An account with this email address exists already.' },
  debit_exceeds_available: { status: 409, message: 'There is less on this balance that is free.' },
  operator_not_suspendable: { status: 409, message: 'An operator’s own account cannot be suspended.' },
  operator_not_deletable: {
    status: 409,
    message: 'An operator’s own account cannot be deleted. Take it out of OPERATORS first, and start anew.',
  },
  account_deleted: { status: 409, message: 'This account was deleted.' },
  payment_under_way: {
    status: 409,
    message: 'A payment of this account is under way or disputed. Delete the account when that has ended.',
  },
  demo_account_fixed: {
    status: 409,
    message: 'The password of the demo account is made at start; it stands in demo.json.',
  },
  demo_is_open: {
    status: 409,
    message:
      'The demo account is open to everybody who reaches this service. Set DEMO=off and restart, then connect a provider.',
  },
  password_needed: {
    status: 409,
    message: 'Set a password first: no mail is sent from here, so a new email cannot be confirmed.',
  },
  second_factor_on: { status: 409, message: 'The second factor is on already. Turn it off first.' },
  second_factor_off: { status: 409, message: 'There is no second factor. Begin with setting one up.' },
  last_sign_in: { status: 409, message: 'This is the only way in. Set a password first.' },
  task_not_cancellable: { status: 409, message: 'This task has ended; it cannot be cancelled any more.' },
  file_in_use: { status: 409, message: 'A batch that has not ended reads this file; cancel it first.' },
  model_in_use: {
    status: 409,
    message: 'It has served requests, and bills refer to it: it cannot be deleted. Switch it off instead.',
  },
  task_not_finished: { status: 409, message: 'This task still runs.' },
  task_cancelled: { status: 409, isFinal: true, message: 'This task was cancelled.' },
  result_claim_in_progress: { status: 409, message: 'Another request is reading this result just now.' },
  document_not_ready: { status: 409, message: 'This order has no documents before it is paid.' },
  liveness_unavailable: { status: 409, message: 'This check has been opened before, or its time is over.' },
  upload_already_used: { status: 409, message: 'This upload has been used by another task.' },
  image_already_retrieved: { status: 410, message: 'This image was retrieved before and is not kept.' },
  image_expired: { status: 410, message: 'This image task has expired.' },
  upload_not_found: { status: 404, message: 'There is no such upload.' },
  upload_missing: {
    status: 400,
    wireCode: 'upload_not_found',
    message: 'Nothing has been uploaded under this id yet.',
  },
  upload_expired: { status: 400, message: 'This upload has expired.' },
  upload_purpose_mismatch: { status: 400, message: 'This upload was presigned for another purpose.' },
  upload_checksum_mismatch: {
    status: 400,
    message: 'The uploaded bytes have another checksum than was announced.',
  },
  upload_content_mismatch: { status: 400, message: 'The uploaded bytes are not what was announced.' },
  legacy_multipart_removed: {
    status: 415,
    message:
      'Forms with files are not taken. Announce the file to POST /v1/uploads/presign, PUT it to the upload_url that this answers, and send its upload_id here as JSON (an edit: as image_upload_id, its mask: as mask_upload_id).',
  },
  storage_unavailable: { status: 503, message: 'The object storage cannot be reached; try again shortly.' },
  idempotency_key_conflict: {
    status: 409,
    message: 'This Idempotency-Key was used with a different body within the last 24 hours.',
  },
  range_not_satisfiable: { status: 416, message: 'The range lies outside of what there is.' },
  payload_too_large: { status: 413, counts: 'refused', message: 'The body is too large.' },
  unsupported_media_type: { status: 415, counts: 'refused', message: 'The body must be application/json.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  rate_limit_exceeded: { status: 429, counts: 'limited', message: 'Too many requests; try again later.' },
  too_many_bytes: {
    status: 429,
    message:
      'The large requests of this account that are under way leave no room for this one; try again shortly.',
  },
  internal_error: { status: 500, counts: 'refused', message: 'Something went wrong on our side.' },
  upstream_error: { status: 502, message: 'The upstream failed to answer this request.' },
  upstream_unavailable: { status: 503, message: 'The upstream cannot be reached.' },
  service_unavailable: { status: 503, message: 'The service is not ready; try again shortly.' },
  overloaded: {
    status: 503,
    message: 'The large requests that are under way leave no room for this one; try again shortly.',
  },
  upstream_timeout: { status: 504, message: 'The upstream took too long to answer.' },
  task_still_running: {
    status: 504,
    isFinal: true,
    message: 'This task still runs, and is not lost: read it by its id in a while.',
  },
} as const satisfies Record<string, ErrorRule>

export type ErrorCode = keyof typeof errorTable

export function wireCodeOf(code: ErrorCode): string {
  const rule: ErrorRule = errorTable[code]
  return rule.wireCode ?? code
}

const typeByStatus: Record<number, string> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  429: 'rate_limit_error',
  500: 'api_error',
  502: 'upstream_error',
  503: 'service_unavailable',
  504: 'upstream_timeout',
}

/** Whether a retry is useless whatever the status says. */
export function isFinal(code: ErrorCode): boolean {
  const rule: ErrorRule = errorTable[code]
  return rule.isFinal === true
}

export function errorTypeOf(status: number): string {
  return typeByStatus[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
}

type Details = {
  message?: string | undefined
  /** The field that is at fault, as the caller wrote it: `messages[0].role`. */
  param?: string | null | undefined
  metadata?: Record<string, unknown> | undefined
  /** Whole seconds after which a retry may succeed. */
  retryAfterSeconds?: number | undefined
  cause?: unknown
  /** Overrides the code on the wire (an upstream's own code), never the status. */
  wireCode?: string | undefined
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly wireCode: string
  readonly param: string | null
  readonly metadata: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, details: Details = {}) {
    super(
      details.message ?? errorTable[code].message,
      details.cause === undefined ? undefined : { cause: details.cause },
    )
    this.name = 'AppError'
    this.code = code
    this.status = errorTable[code].status
    this.wireCode = details.wireCode ?? wireCodeOf(code)
    this.param = details.param ?? null
    this.metadata = details.metadata
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/**
 * What the `error` of a failed image or video task says about its code: the type of the error envelope, whether the same
 * request may succeed another time, and, as in the error table, what it means for the provider.
 */
type FailureKind = { message: string; type: string; retryable: boolean; counts?: ProviderOutcome }

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

/** A code that is not ours: a sandbox was asked to fail with it. */
const unknown: FailureKind = { message: 'The task failed.', type: 'upstream_error', retryable: false }

export const failureCodes: readonly string[] = [...kinds.keys()]

/** The failures of image and video tasks, by their codes. */
export function describeFailure(code: string): FailureKind {
  return kinds.get(code) ?? unknown
}

const codesByType: Readonly<Record<string, ErrorCode>> = {
  invalid_request_error: 'invalid_parameter',
  rate_limit_error: 'rate_limit_exceeded',
  service_unavailable: 'service_unavailable',
}

/** The `error` of a failed task as that of the request that waited for it: its own code, with the matching status. */
export function failureAsError(failure: { code: string; message: string; param: string | null }): AppError {
  const { code, message, param } = failure
  const rules: Readonly<Record<string, ErrorRule>> = errorTable
  const isOurs = (text: string): text is ErrorCode => (rules[text]?.status ?? 0) >= 400
  const known = isOurs(code) ? code : (codesByType[describeFailure(code).type] ?? 'upstream_error')
  return new AppError(known, { message, param, wireCode: code })
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

/** The body of a refused request. */
export function errorEnvelope(error: AppError, requestId: string) {
  return {
    error: {
      message: error.message,
      type: errorTypeOf(error.status),
      param: error.param,
      code: error.wireCode,
      request_id: requestId,
      ...(error.metadata ? { metadata: error.metadata } : {}),
    },
  }
}

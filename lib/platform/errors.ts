/**
 * All errors that the API answers. A use case throws `new AppError(code)`; `lib/http/error-response` writes the envelope.
 * `message` is public. Details for operators go into `cause`, which is logged and never sent.
 */
export type ErrorRule = {
  status: number
  message: string
  /** The code that clients see, if it is not the key. */
  wireCode?: string
  /** How a request with this error counts for its provider. Without it, as a failure of the provider. */
  counts?: ProviderOutcome
  /** A retry fails again, or would create a second task: SDKs that retry automatically are told not to. */
  isFinal?: boolean
}

/**
 * `refused`: says nothing about the provider, because the request or the gateway was at fault. `limited`: the provider's
 * rate limit was reached.
 */
export type ProviderOutcome = 'refused' | 'limited'

export const errorTable = {
  invalid_api_key: { status: 401, message: 'The API key is missing, unknown, disabled, expired or revoked.' },
  invalid_credentials: { status: 401, message: 'Sign in first.' },
  account_suspended: {
    status: 403,
    message: 'This account is suspended. Running tasks will finish. Contact the operator of this service.',
  },
  insufficient_scope: { status: 403, message: 'This API key lacks the scope that this request requires.' },
  insufficient_role: { status: 403, message: 'Your role in this organization does not allow this.' },
  origin_not_allowed: {
    status: 403,
    message: 'A console session can only be used from the console’s own origin.',
  },
  network_not_allowed: { status: 403, message: 'This API key may not be used from this address.' },
  model_not_allowed: { status: 403, message: 'This API key may not use this model.' },
  invalid_signature: { status: 403, message: 'The signature of this link is not valid.' },
  link_expired: { status: 403, message: 'This link has expired.' },
  demo_link_needed: {
    status: 403,
    message:
      'Only the person who started this server can make sandbox payments. Open the sign-in link that npm start printed (sign_in_url in demo.json) in this browser.',
  },
  insufficient_quota: { status: 402, counts: 'refused', message: 'The balance does not cover this request.' },
  key_limit_exceeded: {
    status: 402,
    message: 'The spending limit of this API key does not cover this request.',
  },
  budget_exceeded: {
    status: 402,
    counts: 'refused',
    message: 'The budget of this request’s end user or tag does not cover it.',
  },
  spend_limit_exceeded: {
    status: 402,
    counts: 'refused',
    message: 'The spending limit of a project, a member or the organization does not cover this request.',
  },
  forbidden: { status: 403, message: 'This API key cannot access this group or asset.' },
  quota_exceeded: { status: 403, message: 'The quota for groups or assets is used up.' },
  aigc_not_available: { status: 403, message: 'Virtual groups are not enabled on this service.' },
  // The portrait protocol sends these with HTTP 200.
  validate_pending: { status: 200, message: 'The check is not finished yet.' },
  validate_failed: { status: 200, message: 'The person did not pass the check. Start a new one.' },
  token_expired: { status: 200, message: 'The validation token has expired.' },
  invalid_token: { status: 200, message: 'The validation token is not valid.' },
  invalid_parameter: { status: 400, counts: 'refused', message: 'A parameter is not valid.' },
  unsupported_parameter: { status: 400, counts: 'refused', message: 'This parameter is not supported.' },
  missing_parameter: { status: 400, counts: 'refused', message: 'A required parameter is missing.' },
  invalid_json: { status: 400, message: 'The body is not valid JSON.' },
  invalid_cursor: {
    status: 400,
    message: 'The cursor is not valid. Use a cursor that this endpoint returned.',
  },
  client_closed_request: { status: 499, message: 'The client closed the connection.' },
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
    message: 'There is no response with this ID to continue from.',
  },
  not_found: { status: 404, counts: 'refused', message: 'Not found.' },
  model_not_found: { status: 404, counts: 'refused', message: 'There is no such model.' },
  task_not_found: { status: 404, message: 'There is no such task.' },
  misdirected_request: {
    status: 421,
    message: 'Without PUBLIC_URL this server only answers on localhost. Set PUBLIC_URL or HOST.',
  },
  method_not_allowed: { status: 405, message: 'This endpoint does not support this method.' },
  sign_up_closed: { status: 403, message: 'Sign-up is closed. Ask the operator of this service.' },
  top_up_unavailable: { status: 403, message: 'Automatic top-up requires Stripe, which is not configured.' },
  mail_unavailable: { status: 403, message: 'This service cannot send email. Ask its operator.' },
  link_unusable: {
    status: 410,
    message: 'This link is invalid, expired or already used. Request a new one.',
  },
  email_taken: { status: 409, message: 'An account with this email address already exists.' },
  scim_conflict: { status: 409, message: 'Another user or group of this organization has this name.' },
  owner_protected: {
    status: 409,
    message: 'Owners are not removed by provisioning. Hand over the ownership first.',
  },
  debit_exceeds_available: { status: 409, message: 'The amount exceeds the available balance.' },
  operator_not_suspendable: { status: 409, message: 'An operator’s account cannot be suspended.' },
  operator_not_deletable: {
    status: 409,
    message: 'An operator’s account cannot be deleted. First remove it from OPERATORS and restart.',
  },
  last_owner: {
    status: 409,
    message: 'An organization must keep an owner. Make another member an owner first.',
  },
  sole_owner: {
    status: 409,
    message: 'You are the only owner of an organization with other members. Hand it over or delete it first.',
  },
  invitation_for_other: {
    status: 403,
    message: 'This invitation is for another email address. Sign in with the account that has it.',
  },
  already_member: { status: 409, message: 'This person is already a member of the organization.' },
  account_deleted: { status: 409, message: 'This account was deleted.' },
  payment_under_way: {
    status: 409,
    message: 'A payment on this account is pending or disputed. Delete the account after it is settled.',
  },
  demo_account_fixed: {
    status: 409,
    message: 'The demo account’s password is generated at start and cannot be changed. Find it in demo.json.',
  },
  demo_is_open: {
    status: 409,
    message:
      'Anyone who can reach this service can use the demo account. Set DEMO=off and restart, then connect a provider.',
  },
  password_needed: {
    status: 409,
    message: 'Set a password first. This service cannot send email, so a new address cannot be confirmed.',
  },
  second_factor_on: { status: 409, message: 'Two-factor authentication is already on. Turn it off first.' },
  second_factor_off: { status: 409, message: 'Two-factor authentication is off. Set it up first.' },
  last_sign_in: { status: 409, message: 'This is your only way to sign in. Set a password first.' },
  task_not_cancellable: { status: 409, message: 'This task has ended and can no longer be cancelled.' },
  project_has_keys: { status: 409, message: 'This project has API keys. Revoke or move them first.' },
  file_in_use: { status: 409, message: 'A running batch uses this file. Cancel the batch first.' },
  model_in_use: {
    status: 409,
    message: 'Bills refer to this model, so it cannot be deleted. Disable it instead.',
  },
  task_not_finished: { status: 409, message: 'This task is still running.' },
  task_cancelled: { status: 409, isFinal: true, message: 'This task was cancelled.' },
  result_claim_in_progress: { status: 409, message: 'Another request is reading this result right now.' },
  document_not_ready: { status: 409, message: 'Documents are available after the order is paid.' },
  liveness_unavailable: { status: 409, message: 'This check was already opened or has expired.' },
  upload_already_used: { status: 409, message: 'This upload was already used by another task.' },
  image_already_retrieved: {
    status: 410,
    message: 'This image was already retrieved and is no longer stored.',
  },
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
    message: 'The checksum of the uploaded file is not the announced one.',
  },
  upload_content_mismatch: { status: 400, message: 'The uploaded file is not what was announced.' },
  legacy_multipart_removed: {
    status: 415,
    message:
      'Multipart forms are not supported. Announce the file with POST /v1/uploads/presign, PUT it to the upload_url of the reply, and send its upload_id here as JSON (in an edit: image_upload_id, and mask_upload_id for a mask).',
  },
  storage_unavailable: { status: 503, message: 'The object storage cannot be reached; try again shortly.' },
  idempotency_key_conflict: {
    status: 409,
    message: 'This Idempotency-Key was used with a different body within the last 24 hours.',
  },
  range_not_satisfiable: { status: 416, message: 'The range is outside the file.' },
  payload_too_large: { status: 413, counts: 'refused', message: 'The body is too large.' },
  unsupported_media_type: { status: 415, counts: 'refused', message: 'The body must be application/json.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  rate_limit_exceeded: { status: 429, counts: 'limited', message: 'Too many requests; try again later.' },
  request_exceeds_limit: {
    status: 429,
    wireCode: 'rate_limit_exceeded',
    counts: 'refused',
    isFinal: true,
    message: 'This request may use more tokens than a limit allows in a minute.',
  },
  too_many_bytes: {
    status: 429,
    message: 'This account has too many large requests in progress. Try again shortly.',
  },
  internal_error: { status: 500, counts: 'refused', message: 'Something went wrong on our side.' },
  upstream_error: { status: 502, message: 'The upstream failed to answer this request.' },
  upstream_unavailable: { status: 503, message: 'The upstream cannot be reached.' },
  service_unavailable: { status: 503, message: 'The service is not ready; try again shortly.' },
  overloaded: {
    status: 503,
    message: 'Too many large requests are in progress. Try again shortly.',
  },
  upstream_timeout: { status: 504, message: 'The upstream took too long to answer.' },
  task_still_running: {
    status: 504,
    isFinal: true,
    message: 'This task is still running. Retrieve it later by its ID.',
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

/** Whether a retry is useless, whatever the status suggests. */
export function isFinal(code: ErrorCode): boolean {
  const rule: ErrorRule = errorTable[code]
  return rule.isFinal === true
}

export function errorTypeOf(status: number): string {
  return typeByStatus[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
}

type Details = {
  message?: string | undefined
  /** The invalid field, as the caller wrote it: `messages[0].role`. */
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

/** The body of an error response. */
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

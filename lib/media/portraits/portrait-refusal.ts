import { AppError, type ErrorCode } from '@/lib/platform/errors'
import type { PortraitReply } from './schema'

/** The gateway's errors in the protocol's codes. Others keep their status and become `InternalError`. */
const codes: Partial<Record<ErrorCode, string>> = {
  invalid_api_key: 'Unauthorized',
  account_suspended: 'Forbidden',
  insufficient_scope: 'Forbidden',
  insufficient_role: 'Forbidden',
  network_not_allowed: 'Forbidden',
  origin_not_allowed: 'Forbidden',
  forbidden: 'Forbidden',
  quota_exceeded: 'QuotaExceeded',
  aigc_not_available: 'AIGCNotAvailable',
  method_not_allowed: 'InvalidParameter.Method',
  rate_limit_exceeded: 'RateLimitExceeded',
  too_many_bytes: 'RateLimitExceeded',
  payload_too_large: 'InvalidParameter.Body',
  request_timeout: 'InvalidParameter.Body',
  // Other invalid parameters have a code of their own (`wireCode`).
  invalid_parameter: 'InvalidParameter.IdempotencyKey',
  idempotency_key_conflict: 'InvalidParameter.IdempotencyKey',
  misdirected_request: 'InvalidParameter.Host',
  validate_pending: 'ValidatePending',
  validate_failed: 'ValidateFailed',
  token_expired: 'TokenExpired',
  invalid_token: 'InvalidToken',
  service_unavailable: 'ServiceUnavailable',
  overloaded: 'ServiceUnavailable',
  storage_unavailable: 'ServiceUnavailable',
}

/** An error in the action protocol's envelope. */
export function portraitRefusal(
  error: AppError,
  request: { id: string; query: URLSearchParams },
): { status: number; body: PortraitReply } {
  const isNamed = error.wireCode !== error.code
  return {
    status: error.status,
    body: {
      ResponseMetadata: {
        RequestId: request.id,
        Action: request.query.get('Action') ?? '',
        Version: request.query.get('Version') ?? '',
        Service: 'ark',
        Region: 'cn-beijing',
        Error: {
          Code: isNamed ? error.wireCode : (codes[error.code] ?? 'InternalError'),
          Message: error.message,
        },
      },
    },
  }
}

/** A field with an invalid value. */
export function invalidParameter(field: string, message: string): AppError {
  return new AppError('invalid_parameter', {
    param: field,
    wireCode: `InvalidParameter.${field}`,
    message,
  })
}

/** A required field that is missing. */
export function missingParameter(field: string): AppError {
  return new AppError('missing_parameter', {
    param: field,
    wireCode: `MissingParameter.${field}`,
    message: `${field} is required.`,
  })
}

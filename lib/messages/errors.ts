import { type AppError, errorTypeOf } from '@/lib/platform/errors'
import type { MessagesError } from './schema'

/** An error in Anthropic's envelope, which has no place of its own for the field at fault; the status is ours. */
export function messagesRefusal(error: AppError, request: { id: string }): { status: number; body: object } {
  const { status, param } = error
  const isNamed = param === null || error.message.includes(param)
  const message = isNamed ? error.message : `${param}: ${error.message}`
  return { status, body: writeError({ type: errorTypeOf(status), message, status }, request.id) }
}

/** Anthropic's names for errors, by ours. */
const names: Readonly<Record<string, string>> = {
  insufficient_quota: 'billing_error',
  upstream_error: 'api_error',
  service_unavailable: 'overloaded_error',
  upstream_timeout: 'timeout_error',
}

/** `type` is ours; statuses that it does not distinguish come first. */
export function writeError(
  error: { type: string; message: string; status?: number },
  requestId: string,
): MessagesError {
  const { message, status } = error
  const type =
    status === 404
      ? 'not_found_error'
      : status === 413
        ? 'request_too_large'
        : (names[error.type] ?? error.type)
  return { type: 'error', error: { type, message }, request_id: requestId }
}

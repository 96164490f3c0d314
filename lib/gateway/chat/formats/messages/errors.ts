import { type AppError, errorTypeOf } from '@/lib/platform/errors'
import { MessagesError } from './schema'

type Asked = { id: string; headers: Readonly<Record<string, string | undefined>> }

/** An error in Anthropic's envelope with our status. The envelope has no field for the parameter, so the message names it. */
export function messagesRefusal(error: AppError, request: Asked): { status: number; body: object } {
  const { status, param } = error
  const isNamed = param === null || error.message.includes(param)
  const message = isNamed ? error.message : `${param}: ${error.message}`
  const body = writeError({ type: errorTypeOf(status), message, status }, request.id)
  return { status, body: param === 'thread' ? withoutThread(body) : body }
}

/** Anthropic's clients recognize this error, and send the whole conversation again. */
function withoutThread({ error, ...body }: MessagesError): MessagesError {
  return {
    ...body,
    error: { ...error, details: { error_code: 'thread_unsupported_request', unsupported: [] } },
  }
}

/** For routes that return errors in Anthropic's envelope, and the request ID in the header that its clients read. */
export const messagesErrors = {
  refusal: messagesRefusal,
  refusalReply: MessagesError,
  requestIdHeader: 'request-id',
}

/** Anthropic's names of errors, by ours. */
const names: Readonly<Record<string, string>> = {
  insufficient_quota: 'billing_error',
  upstream_error: 'api_error',
  service_unavailable: 'overloaded_error',
  upstream_timeout: 'timeout_error',
}

/** `error.type` is ours. Statuses that it does not distinguish are checked first. */
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

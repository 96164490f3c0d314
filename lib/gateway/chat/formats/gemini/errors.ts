import type { AppError } from '@/lib/platform/errors'
import { GeminiError } from './schema'

/** Google's canonical names (google.rpc.Code) by HTTP status. */
const names: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'FAILED_PRECONDITION',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  413: 'INVALID_ARGUMENT',
  415: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

export function statusName(status: number): string {
  return names[status] ?? (status < 500 ? 'FAILED_PRECONDITION' : 'UNAVAILABLE')
}

/** An error in Google's envelope (google.rpc.Status): our code is the reason, and the parameter a field's fault. */
export function geminiRefusal(
  error: AppError,
  { id }: { id: string },
): { status: number; body: GeminiError } {
  const { status, message, param, wireCode, retryAfterSeconds, metadata } = error
  const details = [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: wireCode.toUpperCase(),
      domain: 'portico',
      ...(metadata && { metadata }),
    },
    ...(param === null
      ? []
      : [
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [{ field: param, description: message }],
          },
        ]),
    ...(retryAfterSeconds === undefined
      ? []
      : [
          {
            '@type': 'type.googleapis.com/google.rpc.RetryInfo',
            retryDelay: `${Math.max(1, Math.ceil(retryAfterSeconds))}s`,
          },
        ]),
    { '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: id },
  ]
  const said = param === null || message.includes(param) ? message : `${param}: ${message}`
  return { status, body: { error: { code: status, message: said, status: statusName(status), details } } }
}

/** For routes that answer errors in Google's envelope. */
export const geminiErrors = { refusal: geminiRefusal, refusalReply: GeminiError, refusesBelow: '/v1beta' }

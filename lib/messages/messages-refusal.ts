import { type AppError, errorTypeOf } from '@/lib/platform/errors'
import { writeError } from './internal/write-error'

/** An error in Anthropic's envelope, which has no place of its own for the field at fault; the status is ours. */
export function messagesRefusal(error: AppError, request: { id: string }): { status: number; body: object } {
  const { status, param } = error
  const isNamed = param === null || error.message.includes(param)
  const message = isNamed ? error.message : `${param}: ${error.message}`
  return { status, body: writeError({ type: errorTypeOf(status), message, status }, request.id) }
}

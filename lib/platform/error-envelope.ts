import { isDatabaseAway } from './database-connection'
import { AppError, errorTypeOf } from './errors'
import { StorageError } from './storage/object-storage'

/** What is thrown on purpose, as it is; what the database or the store throws when they are away; all else is our fault. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseAway(error))
    return new AppError('service_unavailable', { cause: error, retryAfterSeconds: 1 })
  if (error instanceof StorageError)
    return new AppError('storage_unavailable', { cause: error, retryAfterSeconds: 5 })
  return new AppError('internal_error', { cause: error })
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

import { AppError, type ErrorCode } from '@/lib/platform/errors'
import type { Exchange } from './exchange'

/** What a path that is not there answers, and one that is not for this caller, to the letter. */
export function unknownEndpoint(
  { method, path }: Pick<Exchange, 'method' | 'path'>,
  code: Extract<ErrorCode, 'not_found' | 'method_not_allowed'> = 'not_found',
): AppError {
  return new AppError(code, { message: `${method} ${path} is not an endpoint.` })
}

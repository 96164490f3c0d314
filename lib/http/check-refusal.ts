import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { refusalsOf } from './refusals-of'
import type { Route } from './route'

/**
 * A code that the API's description does not tell of is a fault of the declaration: tests get an internal error for it,
 * customers what was meant. (A client that hung up reads no answer, and operators' addresses are not described.)
 */
export function checkRefusal(route: Route, method: string, error: AppError): AppError {
  if (env().NODE_ENV !== 'test' || route.access === 'operator' || error.code === 'client_closed_request')
    return error
  if (refusalsOf(route, method === 'HEAD' ? 'GET' : method).has(error.code)) return error
  const message = `“${route.declaration.summary}” refuses with ${error.code}, which its declaration does not name`
  return new AppError('internal_error', { cause: new Error(message, { cause: error }) })
}

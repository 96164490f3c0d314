import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { refusalsOf } from './refusals-of'
import type { Route } from './route'

/**
 * A code that the API's description does not tell of is a fault of the declaration: tests get an internal error that
 * says so, customers what was meant. (A client that hung up reads no answer, and operators' addresses are not described.)
 */
export function checkRefusal(route: Route, method: string, error: AppError): AppError {
  if (env().NODE_ENV !== 'test' || route.access === 'operator' || error.code === 'client_closed_request')
    return error
  if (refusalsOf(route, method === 'HEAD' ? 'GET' : method).has(error.code)) return error
  const message = `The declaration of “${route.declaration.summary}” does not say that it refuses with ${error.code}: add it to "refuses".`
  return new AppError('internal_error', { message, cause: error })
}

import type { ErrorCode } from '@/lib/platform/errors'
import type { Route } from './route'

/** What any request may meet with, whoever asks for whatever. */
const everywhere = ['rate_limit_exceeded', 'internal_error', 'service_unavailable'] as const

/**
 * Every code that a route may refuse a request with: those of the steps of `runRoute`, as far as the route takes them, and
 * those that its declaration says its use case throws. The API's description is made of them, and tests hold the routes
 * to them (`checkRefusal`).
 */
export function refusalsOf(route: Route, method: string): ReadonlySet<ErrorCode> {
  const { declaration, access } = route
  return new Set([
    ...(access === 'public' ? [] : ofCallers(method)),
    ...ofInput(declaration),
    ...(declaration.idempotent ? (['invalid_parameter', 'idempotency_key_conflict'] as const) : []),
    ...(declaration.file ? (['range_not_satisfiable'] as const) : []),
    ...(declaration.refuses ?? []),
    ...everywhere,
  ])
}

function ofCallers(method: string): ErrorCode[] {
  const known: ErrorCode[] = ['invalid_api_key', 'insufficient_scope', 'account_suspended']
  return method === 'GET' ? known : [...known, 'origin_not_allowed']
}

/** A body that a handler reads itself is parsed by rules of its own; only its size is everybody's. */
function ofInput({ body, query, reads, refusesMultipart }: Route['declaration']): ErrorCode[] {
  const codes: ErrorCode[] = []
  if (body ?? query ?? reads?.query) codes.push('invalid_parameter', 'missing_parameter')
  if (body ?? reads?.body) codes.push('payload_too_large')
  if (body ?? (reads?.body !== '*/*' && reads?.body))
    codes.push('request_timeout', 'too_many_bytes', 'overloaded')
  if (body) codes.push('invalid_json', 'unsupported_media_type')
  if (body && refusesMultipart) codes.push('legacy_multipart_removed')
  return codes
}

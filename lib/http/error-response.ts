import { toAppError } from '@/lib/platform/database-connection'
import { AppError, type ErrorCode, errorEnvelope, isFinal } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import type { Protocol } from './contract'
import type { Exchange, Reply } from './exchange'

/**
 * Any thrown value as the error envelope, or in the envelope of the request's `protocol`. An unexpected error is logged
 * with its cause and answers a bare 500.
 */
export function errorReply(
  error: unknown,
  exchange: Pick<Exchange, 'id' | 'method' | 'path' | 'query' | 'headers'>,
  { refusal, requestIdHeader }: Protocol = {},
): Reply {
  const known = toAppError(error)
  if (known.status >= 500) logFailure(known, exchange)
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': exchange.id,
    ...(requestIdHeader && { [requestIdHeader]: exchange.id }),
  }
  if (known.retryAfterSeconds !== undefined)
    headers['retry-after'] = String(Math.max(1, Math.ceil(known.retryAfterSeconds)))
  const taskId = known.metadata?.task_id
  if (typeof taskId === 'string') headers['x-portico-task'] = taskId
  // The SDKs of OpenAI and Anthropic honour it.
  if (isFinal(known.code)) headers['x-should-retry'] = 'false'
  // RFC 9110 §15.5.2
  if (known.status === 401) headers['www-authenticate'] = 'Bearer'
  const own = refusal?.(known, exchange)
  const body = own?.body ?? errorEnvelope(known, exchange.id)
  return { status: own?.status ?? known.status, code: known.code, headers, body: JSON.stringify(body) }
}

/** Addresses whose rest is a secret that grants access by itself. */
const openedByPath = /^(\/media|\/api\/(?:liveness|shares|video-nudges))\/.*$/

/** An upstream's own messages are not logged: they may quote the prompt. Our own faults are logged with their stack. */
function logFailure(error: AppError, exchange: Pick<Exchange, 'id' | 'method' | 'path'>): void {
  const path = exchange.path.replace(openedByPath, '$1/…')
  const fields = { requestId: exchange.id, method: exchange.method, path, code: error.code }
  if (error.code === 'internal_error')
    logger.error({ ...fields, err: stackOf(error.cause) }, 'a request failed unexpectedly')
  else logger.warn({ ...fields, cause: namesOf(error.cause) }, 'a request could not be served')
}

function stackOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.stack : undefined
}

/** `UpstreamError < ConnectTimeoutError`: what went wrong, without text from outside. */
function namesOf(cause: unknown): string {
  const names: string[] = []
  for (let at = cause; at instanceof Error && names.length < 5; at = at.cause)
    names.push('code' in at && typeof at.code === 'string' ? `${at.name} ${at.code}` : at.name)
  return names.join(' < ')
}

/** The response for an unknown path, and for one that this caller may not see: byte for byte the same. */
export function unknownEndpoint(
  { method, path }: Pick<Exchange, 'method' | 'path'>,
  code: Extract<ErrorCode, 'not_found' | 'method_not_allowed'> = 'not_found',
  meant?: string,
): AppError {
  const hint = meant === undefined ? '' : `; ${meant} is. Check the base URL`
  return new AppError(code, { message: `${method} ${path} is not an endpoint${hint}.` })
}

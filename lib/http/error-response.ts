import { toAppError } from '@/lib/platform/database-connection'
import { AppError, type ErrorCode, errorEnvelope, isFinal } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import type { Protocol } from './contract'
import type { Exchange, Reply } from './exchange'

/**
 * Any thrown value as the error envelope, or as that of the request's protocol. An unexpected error is logged with its
 * cause and answered as a bare 500.
 */
export function errorReply(
  error: unknown,
  exchange: Pick<Exchange, 'id' | 'method' | 'path' | 'query' | 'headers'>,
  { refusal, requestIdHeader, mediaType }: Protocol = {},
): Reply {
  const known = toAppError(error)
  if (known.status >= 500) logFailure(known, exchange)
  const headers: Record<string, string> = {
    'content-type': mediaType ?? 'application/json; charset=utf-8',
    'x-request-id': exchange.id,
    ...(requestIdHeader && { [requestIdHeader]: exchange.id }),
  }
  if (known.retryAfterSeconds !== undefined)
    headers['retry-after'] = String(Math.max(1, Math.ceil(known.retryAfterSeconds)))
  const taskId = known.metadata?.task_id
  if (typeof taskId === 'string') headers['x-portico-task'] = taskId
  // The SDKs of OpenAI and Anthropic read it.
  if (isFinal(known.code)) headers['x-should-retry'] = 'false'
  // RFC 9110 §15.5.2
  if (known.status === 401) headers['www-authenticate'] = 'Bearer'
  const { status, body } = refusal?.(known, exchange) ?? {
    status: known.status,
    body: errorEnvelope(known, exchange.id),
  }
  return { status, code: known.code, headers, body: JSON.stringify(body) }
}

/** Paths that contain a secret which grants access. */
const secretPath = /^(\/media|\/api\/(?:liveness|shares|video-nudges))\/.*$/

/** Messages of upstreams are not logged, because they may quote the prompt. Internal errors are logged with their stack. */
function logFailure(error: AppError, exchange: Pick<Exchange, 'id' | 'method' | 'path'>): void {
  const path = exchange.path.replace(secretPath, '$1/…')
  const fields = { requestId: exchange.id, method: exchange.method, path, code: error.code }
  if (error.code === 'internal_error')
    logger.error({ ...fields, err: stackOf(error.cause) }, 'a request failed unexpectedly')
  else logger.warn({ ...fields, cause: namesOf(error.cause) }, 'a request could not be served')
}

function stackOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.stack : undefined
}

/** `UpstreamError < ConnectTimeoutError`: the chain of causes without their messages. */
function namesOf(cause: unknown): string {
  const names: string[] = []
  for (let at = cause; at instanceof Error && names.length < 5; at = at.cause)
    names.push('code' in at && typeof at.code === 'string' ? `${at.name} ${at.code}` : at.name)
  return names.join(' < ')
}

/** The error for an unknown path, and, byte for byte the same, for a path that this caller may not see. */
export function unknownEndpoint(
  { method, path }: Pick<Exchange, 'method' | 'path'>,
  code: Extract<ErrorCode, 'not_found' | 'method_not_allowed'> = 'not_found',
  meant?: string,
): AppError {
  const hint = meant === undefined ? '' : `; ${meant} is. Check the base URL`
  return new AppError(code, { message: `${method} ${path} is not an endpoint${hint}.` })
}

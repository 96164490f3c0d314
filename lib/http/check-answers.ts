import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { ReplyValue, type Route, refusalsOf, successesOf } from './contract'

/**
 * In tests, a code that the OpenAPI document lacks becomes an internal error that says so; customers get the original
 * error. (Clients that hung up read no response.)
 */
export function checkRefusal(route: Route, method: string, error: AppError): AppError {
  if (env().NODE_ENV !== 'test' || error.code === 'client_closed_request') return error
  if (refusalsOf(route, method === 'HEAD' ? 'GET' : method).has(error.code)) return error
  const message = `The route “${route.declaration.summary}” refused with ${error.code}, which its "refuses" does not list.`
  return new AppError('internal_error', { message, cause: error })
}

/**
 * In tests, a response that the OpenAPI document lacks becomes an internal error that says so; customers get the response,
 * and the log gets a line.
 */
export function checkReply(route: Route, result: unknown): void {
  if (env().NODE_ENV !== 'test') {
    if (!(result instanceof ReplyValue)) report(route, route.declaration.reply?.safeParse(result))
    return
  }
  const fault = strictFault(route, result)
  if (fault === undefined) return
  const message = `The route “${route.declaration.summary}” answered ${fault}, which its declaration does not list.`
  throw new AppError('internal_error', { message })
}

function report({ declaration }: Route, checked: z.ZodSafeParseResult<unknown> | undefined): void {
  if (checked === undefined || checked.success) return
  const fault = { summary: declaration.summary, issues: checked.error.issues }
  logger.error(fault, 'a reply does not match its schema')
}

/** Checks replies that handlers build, too, and counts fields that the schema lacks as a fault. */
function strictFault(route: Route, result: unknown): string | undefined {
  if (!(result instanceof ReplyValue)) return schemaFault(route, result)
  const { status, headers, body } = result.reply
  if (status >= 400) return undefined
  const mediaTypes = successesOf(route).get(status)
  if (mediaTypes === undefined) return String(status)
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';')
  if (mediaType !== '' && !mediaTypes.some((declared) => isOf(declared, mediaType))) return mediaType
  return mediaType.endsWith('json') && typeof body === 'string'
    ? schemaFault(route, JSON.parse(body))
    : undefined
}

/** A declared type may end in a star: `audio/*`. */
function isOf(declared: string, mediaType: string): boolean {
  const [family, kind] = declared.split('/')
  return declared === mediaType || (kind === '*' && (family === '*' || mediaType.startsWith(`${family}/`)))
}

function schemaFault({ declaration }: Route, value: unknown): string | undefined {
  const checked = declaration.reply?.safeParse(value)
  if (checked === undefined) return undefined
  if (!checked.success) return `a body that its reply schema rejects: ${checked.error.message}`
  const asWritten = (part: unknown): unknown => JSON.parse(JSON.stringify(part))
  if (isDeepStrictEqual(asWritten(checked.data), asWritten(value))) return undefined
  return `fields that its reply schema lacks: ${JSON.stringify(value)}`
}

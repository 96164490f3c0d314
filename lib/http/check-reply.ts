import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { ReplyValue, type Route } from './route'
import { successesOf } from './successes-of'

/**
 * An answer that the API's description does not tell of is a fault of the product: tests get an internal error that says
 * so, customers the answer, and the log a line.
 */
export function checkReply(route: Route, result: unknown): void {
  if (env().NODE_ENV !== 'test') {
    if (!(result instanceof ReplyValue)) report(route, route.declaration.reply?.safeParse(result))
    return
  }
  const fault = strictFault(route, result)
  if (fault === undefined) return
  const message = `The declaration of “${route.declaration.summary}” does not say that it answers ${fault}.`
  throw new AppError('internal_error', { message })
}

function report({ declaration }: Route, checked: z.ZodSafeParseResult<unknown> | undefined): void {
  if (checked === undefined || checked.success) return
  const fault = { summary: declaration.summary, issues: checked.error.issues }
  logger.error(fault, 'a reply does not fit its schema')
}

/** In tests replies that handlers build are looked at too, and a field that no schema names is a fault as well. */
function strictFault(route: Route, result: unknown): string | undefined {
  if (!(result instanceof ReplyValue)) return schemaFault(route, result)
  const { status, headers, body } = result.reply
  if (status >= 400) return undefined
  const mediaTypes = successesOf(route).get(status)
  if (mediaTypes === undefined) return String(status)
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';')
  if (mediaType !== '' && !mediaTypes.some((declared) => isOf(declared, mediaType))) return mediaType
  return mediaType === 'application/json' && typeof body === 'string'
    ? schemaFault(route, JSON.parse(body))
    : undefined
}

/** A family of types is declared by a star in place of the kind. */
function isOf(declared: string, mediaType: string): boolean {
  const [family, kind] = declared.split('/')
  return declared === mediaType || (kind === '*' && (family === '*' || mediaType.startsWith(`${family}/`)))
}

function schemaFault({ declaration }: Route, value: unknown): string | undefined {
  const checked = declaration.reply?.safeParse(value)
  if (checked === undefined) return undefined
  if (!checked.success) return `what its reply schema refuses: ${checked.error.message}`
  const asWritten = (part: unknown): unknown => JSON.parse(JSON.stringify(part))
  if (isDeepStrictEqual(asWritten(checked.data), asWritten(value))) return undefined
  return `fields that its reply schema does not name: ${JSON.stringify(value)}`
}

import { isUtf8 } from 'node:buffer'
import { AppError } from '@/lib/platform/errors'
import type { Exchange } from './exchange'
import { nestingOf } from './nesting-of'
import type { RouteDeclaration } from './route'

export const DEFAULT_MAX_BODY_BYTES = 1024 * 1024

/** Reads and parses a JSON body: 415 for another media type or a compressed body, 413 for too large a one, 400 for what is not JSON. */
export async function readJsonBody(
  exchange: Exchange,
  declaration: Pick<RouteDeclaration, 'maxBodyBytes' | 'isBodyOptional' | 'refusesMultipart'>,
): Promise<unknown> {
  const maxBytes = declaration.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES
  const early = declaration.isBodyOptional ? await exchange.readBody(maxBytes) : undefined
  if (early?.length === 0) return {}
  const type = exchange.headers['content-type'] ?? ''
  if (declaration.refusesMultipart && /^multipart\//i.test(type))
    throw new AppError('legacy_multipart_removed', { param: 'Content-Type' })
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw new AppError('unsupported_media_type', { param: 'Content-Type' })
  const coding = exchange.headers['content-encoding']
  if (coding !== undefined && coding !== 'identity')
    throw new AppError('unsupported_media_type', {
      param: 'Content-Encoding',
      message: 'The body must not be compressed.',
    })
  const bytes = early ?? (await exchange.readBody(maxBytes))
  return parseJson(bytes)
}

/** Deeper than anybody means it: what reads and writes values calls itself for each level, and would run out of stack. */
const MAX_NESTING = 200

function parseJson(bytes: Buffer): unknown {
  if (bytes.length > 2 * MAX_NESTING && nestingOf(bytes) > MAX_NESTING)
    throw new AppError('invalid_json', { message: `The body is nested deeper than ${MAX_NESTING} levels.` })
  // Read as UTF-8 all the same, other encodings would become other words.
  if (!isUtf8(bytes)) throw new AppError('invalid_json', { message: 'The body is not encoded in UTF-8.' })
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new AppError('invalid_json', {
      message: bytes.length === 0 ? 'The body is empty; JSON is required.' : 'The body is not valid JSON.',
    })
  }
}

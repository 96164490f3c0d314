import { isUtf8 } from 'node:buffer'
import { AppError } from '@/lib/platform/errors'
import type { Exchange } from './exchange'
import { nestingOf } from './nesting-of'
import type { RouteDeclaration } from './route'

export const DEFAULT_MAX_BODY_BYTES = 1024 * 1024

/** A body as it came, and what it says. */
export type JsonBody = { bytes: Buffer; value: unknown }

/** Reads and parses a JSON body: 415 for another media type or a compressed body, 413 for too large a one, 400 for what is not JSON. */
export async function readJsonBody(
  exchange: Exchange,
  declaration: Pick<RouteDeclaration, 'maxBodyBytes' | 'isBodyOptional' | 'refusesMultipart'>,
): Promise<JsonBody> {
  const maxBytes = declaration.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES
  const early = declaration.isBodyOptional ? await exchange.readBody(maxBytes) : undefined
  if (early?.length === 0) return { bytes: early, value: {} }
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
  return { bytes, value: parseJson(bytes) }
}

/** Deeper than anybody means it: what reads and writes values calls itself for each level, and would run out of stack. */
const MAX_NESTING = 200

function parseJson(bytes: Buffer): unknown {
  // Read as UTF-8 all the same, other encodings would become other words.
  if (!isUtf8(bytes)) throw new AppError('invalid_json', { message: 'The body is not encoded in UTF-8.' })
  const text = bytes.toString('utf8')
  if (hasMoreBrackets(text, MAX_NESTING) && nestingOf(bytes) > MAX_NESTING)
    throw new AppError('invalid_json', { message: `The body is nested deeper than ${MAX_NESTING} levels.` })
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_json', {
      message: bytes.length === 0 ? 'The body is empty; JSON is required.' : 'The body is not valid JSON.',
    })
  }
}

/** What has no more than that is not nested deeper either, which is told much faster. */
function hasMoreBrackets(text: string, most: number): boolean {
  return countOf(text, '{', most) + countOf(text, '[', most) > most
}

/** How often a character occurs; counted no further than one above `most`. */
function countOf(text: string, character: string, most: number): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0 && count <= most; at = text.indexOf(character, at + 1))
    count++
  return count
}

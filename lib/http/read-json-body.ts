import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Caller } from '@/lib/platform/caller'
import { networkOf } from '@/lib/platform/client-address'
import { AppError } from '@/lib/platform/errors'
import { isNestedDeeper, shapeOf } from '@/lib/platform/json-source'
import { LARGE_BODY_BYTES } from './body-intake'
import type { Exchange } from './exchange'
import type { RouteDeclaration } from './route'

export const DEFAULT_MAX_BODY_BYTES = 1024 * 1024

type Declared = Pick<
  RouteDeclaration,
  'maxBodyBytes' | 'beforeLargeBody' | 'isBodyOptional' | 'refusesMultipart'
>

/** A body as it came, and what it says. */
export type JsonBody = { bytes: Buffer; value: unknown }

/** Reads and parses a JSON body: 415 for another media type or a compressed body, 400 for what is not JSON, and what reading refuses. */
export async function readJsonBody(
  exchange: Exchange,
  caller: Caller | null,
  declaration: Declared,
): Promise<JsonBody> {
  const read = () => readWhole(exchange, caller, declaration)
  const early = declaration.isBodyOptional ? await read() : undefined
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
  const bytes = early ?? (await read())
  if (bytes.length > LARGE_BODY_BYTES) return { bytes, value: await parseInTurn(bytes, exchange.signal) }
  const value = parse(decode(bytes))
  exchange.releaseBody()
  return { bytes, value }
}

/** A body that a handler reads itself, as it is. */
export async function readBytes(
  exchange: Exchange,
  caller: Caller | null,
  maxBytes: number,
): Promise<Buffer> {
  const bytes = await readWhole(exchange, caller, { maxBodyBytes: maxBytes })
  exchange.releaseBody()
  return bytes
}

function readWhole(exchange: Exchange, caller: Caller | null, declaration: Declared): Promise<Buffer> {
  const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES, beforeLargeBody } = declaration
  return exchange.readBody({
    maxBytes: maxBodyBytes,
    owner: caller ? caller.customerId : networkOf(exchange.peer),
    beforeLarge: caller && beforeLargeBody ? () => beforeLargeBody(caller) : undefined,
  })
}

let lastLarge: Promise<void> = Promise.resolve()

/** One after the other: two at once would keep all other requests waiting twice as long. */
function parseInTurn(bytes: Buffer, hangUp: AbortSignal): Promise<unknown> {
  const value = lastLarge.then(() => parseLarge(bytes, hangUp))
  const over = () => undefined
  lastLarge = value.then(over, over)
  return value
}

/** Other requests have their turns in between; nothing is done for a client that has gone. */
async function parseLarge(bytes: Buffer, hangUp: AbortSignal): Promise<unknown> {
  await turnOf(hangUp)
  if (shapeOf(bytes, MOST_VALUES).values > MOST_VALUES)
    throw new AppError('invalid_json', { message: `The body has more than ${MOST_VALUES} values.` })
  await turnOf(hangUp)
  const text = decode(bytes)
  await turnOf(hangUp)
  const value = parse(text)
  await turnOf(hangUp)
  return value
}

async function turnOf(hangUp: AbortSignal): Promise<void> {
  await nextTurn()
  if (hangUp.aborted) throw new AppError('client_closed_request')
}

/** Deeper than anybody means it: what reads and writes values calls itself for each level, and would run out of stack. */
const MAX_NESTING = 200
/** More than anybody means: `[{},{},…]` takes twenty times its size once it is parsed, and seconds until then. */
const MOST_VALUES = 500_000

function decode(bytes: Buffer): string {
  // Read as UTF-8 all the same, other encodings would become other words.
  if (!isUtf8(bytes)) throw new AppError('invalid_json', { message: 'The body is not encoded in UTF-8.' })
  const text = bytes.toString('utf8')
  if (isNestedDeeper(bytes, MAX_NESTING))
    throw new AppError('invalid_json', { message: `The body is nested deeper than ${MAX_NESTING} levels.` })
  return text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_json', {
      message: text === '' ? 'The body is empty; JSON is required.' : 'The body is not valid JSON.',
    })
  }
}

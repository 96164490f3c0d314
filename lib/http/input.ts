import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Caller } from '@/lib/platform/caller'
import { networkOf } from '@/lib/platform/client-address'
import { AppError } from '@/lib/platform/errors'
import { jsonText, jsonValue, refuseTooManyValues } from '@/lib/platform/parse-input'
import { LARGE_BODY_BYTES } from './body-intake'
import type { RouteDeclaration } from './contract'
import type { Exchange } from './exchange'

export const DEFAULT_MAX_BODY_BYTES = 1024 * 1024

type Declared = Pick<
  RouteDeclaration,
  'maxBodyBytes' | 'beforeLargeBody' | 'isBodyOptional' | 'refusesMultipart'
>

/** A body as it came, and what it says. */
type JsonBody = { bytes: Buffer; value: unknown }

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
  const value = jsonValue(jsonText(bytes))
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
  refuseTooManyValues(bytes)
  await turnOf(hangUp)
  const text = jsonText(bytes)
  await turnOf(hangUp)
  const value = jsonValue(text)
  await turnOf(hangUp)
  return value
}

async function turnOf(hangUp: AbortSignal): Promise<void> {
  await nextTurn()
  if (hangUp.aborted) throw new AppError('client_closed_request')
}

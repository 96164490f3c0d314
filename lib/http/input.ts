import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Caller } from '@/lib/platform/caller'
import { networkOf } from '@/lib/platform/client-address'
import { AppError } from '@/lib/platform/errors'
import type { JsonSource } from '@/lib/platform/json-source'
import { jsonSource, jsonValue } from '@/lib/platform/parse-input'
import { LARGE_BODY_BYTES } from './body-intake'
import type { RouteDeclaration } from './contract'
import type { Exchange } from './exchange'

export const DEFAULT_MAX_BODY_BYTES = 1024 * 1024

export type Declared = Pick<
  RouteDeclaration,
  'maxBodyBytes' | 'beforeLargeBody' | 'isBodyOptional' | 'refusesMultipart'
>

/** The raw body and its parsed value. `source`: JSON as it was received. */
export type ReadBody = { bytes: Buffer | undefined; source?: JsonSource; value: unknown }

/** Reads and parses a JSON body. Throws 415 for another media type or a compressed body, 400 for invalid JSON, and as `readBody`. */
export async function readJsonBody(
  exchange: Exchange,
  caller: Caller | null,
  declaration: Declared,
): Promise<ReadBody> {
  const read = () => readWhole(exchange, caller, declaration)
  const early = declaration.isBodyOptional ? await read() : undefined
  if (early?.length === 0) return { bytes: early, value: {} }
  const type = exchange.headers['content-type'] ?? ''
  if (declaration.refusesMultipart && /^multipart\//i.test(type))
    throw new AppError('legacy_multipart_removed', { param: 'Content-Type' })
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw new AppError('unsupported_media_type', { param: 'Content-Type' })
  refuseCompressed(exchange)
  const bytes = asReadable(early ?? (await read()))
  if (bytes.length > LARGE_BODY_BYTES) return parseInTurn(bytes, exchange.signal)
  const source = jsonSource(bytes)
  const value = jsonValue(bytes.toString())
  exchange.releaseBody()
  return { bytes, source, value }
}

/** The byte order mark that editors on Windows put before a text. */
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** How escapes of surrogates begin. */
const SURROGATES = ['\\ud', '\\uD'].map((text) => Buffer.from(text))

/** The same JSON without a byte order mark, and with lone surrogates replaced, which UTF-8 cannot represent. */
function asReadable(received: Buffer): Buffer {
  const bytes = received.subarray(0, BOM.length).equals(BOM) ? received.subarray(BOM.length) : received
  if (!SURROGATES.some((half) => bytes.includes(half))) return bytes
  let readable = bytes
  for (let at = bytes.indexOf(BACKSLASH); at >= 0; at = nextEscape(bytes, at)) {
    const half = halfAt(bytes, at)
    if (half === undefined) at += 2
    else if (half === 'high' && halfAt(bytes, at + ESCAPE) === 'low') at += 2 * ESCAPE
    else {
      if (readable === bytes) readable = Buffer.from(bytes)
      // Written as `\ufffd` without a function call, because a body may have millions of them.
      readable[at + 2] = readable[at + 3] = readable[at + 4] = F
      readable[at + 5] = D
      at += ESCAPE
    }
  }
  return readable
}

/** A near one is found byte by byte, a far one natively: each is much faster there. */
function nextEscape(bytes: Buffer, from: number): number {
  const near = Math.min(from + 64, bytes.length)
  for (let at = from; at < near; at++) if (bytes[at] === BACKSLASH) return at
  return bytes.indexOf(BACKSLASH, near)
}

const [BACKSLASH, D, F] = [0x5c, 0x64, 0x66]
/** The length of `\ud800`. */
const ESCAPE = 6

/** Which half of a surrogate pair is escaped there. */
function halfAt(bytes: Buffer, at: number): 'high' | 'low' | undefined {
  const [d, plane] = [Number(bytes[at + 2]) | LOWER, Number(bytes[at + 3]) | LOWER]
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== 0x75 || d !== D) return undefined
  if (!isHex(bytes[at + 4]) || !isHex(bytes[at + 5])) return undefined
  if (plane === 0x38 || plane === 0x39 || plane === 0x61 || plane === 0x62) return 'high'
  return plane >= 0x63 && plane <= F ? 'low' : undefined
}

/** The bit that makes letters lower case and is set in digits. */
const LOWER = 0x20

function isHex(byte = 0): boolean {
  return (byte >= 0x30 && byte <= 0x39) || ((byte | LOWER) >= 0x61 && (byte | LOWER) <= F)
}

export function refuseCompressed({ headers: { 'content-encoding': coding = 'identity' } }: Exchange): void {
  if (coding !== 'identity')
    throw new AppError('unsupported_media_type', {
      param: 'Content-Encoding',
      message: 'The body must not be compressed.',
    })
}

/** A body that a handler reads itself, unparsed. */
export async function readBytes(
  exchange: Exchange,
  caller: Caller | null,
  maxBytes: number,
): Promise<Buffer> {
  const bytes = await readWhole(exchange, caller, { maxBodyBytes: maxBytes })
  exchange.releaseBody()
  return bytes
}

export function readWhole(exchange: Exchange, caller: Caller | null, declaration: Declared): Promise<Buffer> {
  const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES, beforeLargeBody } = declaration
  return exchange.readBody({
    maxBytes: maxBodyBytes,
    owner: caller ? caller.customerId : networkOf(exchange.peer),
    beforeLarge: caller && beforeLargeBody ? () => beforeLargeBody(caller) : undefined,
  })
}

let lastLarge: Promise<void> = Promise.resolve()

/** Large bodies are parsed one after the other: two at once would delay all other requests twice as long. */
function parseInTurn(bytes: Buffer, hangUp: AbortSignal): Promise<ReadBody> {
  const value = lastLarge.then(() => parseLarge(bytes, hangUp))
  const over = () => undefined
  lastLarge = value.then(over, over)
  return value
}

/** Yields to other requests between the steps, and stops if the client hung up. */
async function parseLarge(bytes: Buffer, hangUp: AbortSignal): Promise<ReadBody> {
  await turnOf(hangUp)
  const source = jsonSource(bytes)
  await turnOf(hangUp)
  const text = bytes.toString()
  await turnOf(hangUp)
  const value = jsonValue(text)
  await turnOf(hangUp)
  return { bytes, source, value }
}

async function turnOf(hangUp: AbortSignal): Promise<void> {
  await nextTurn()
  if (hangUp.aborted) throw new AppError('client_closed_request')
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Caller } from '@/lib/platform/caller'
import { networkOf } from '@/lib/platform/client-address'
import { AppError } from '@/lib/platform/errors'
import { jsonText, jsonValue } from '@/lib/platform/parse-input'
import { LARGE_BODY_BYTES } from './body-intake'
import type { RouteDeclaration } from './contract'
import type { Exchange } from './exchange'

export const DEFAULT_MAX_BODY_BYTES = 1024 * 1024

type Declared = Pick<
  RouteDeclaration,
  'maxBodyBytes' | 'beforeLargeBody' | 'isBodyOptional' | 'refusesMultipart'
>

/** The raw body (of JSON) and its parsed value. */
type ReadBody = { bytes: Buffer | undefined; value: unknown }

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
  if (bytes.length > LARGE_BODY_BYTES) return { bytes, value: await parseInTurn(bytes, exchange.signal) }
  const value = jsonValue(jsonText(bytes))
  exchange.releaseBody()
  return { bytes, value }
}

/** The byte order mark that editors on Windows put before a text. */
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** The same JSON without a byte order mark, and with lone surrogates replaced, which UTF-8 cannot represent. */
function asReadable(received: Buffer): Buffer {
  const bytes = received.subarray(0, BOM.length).equals(BOM) ? received.subarray(BOM.length) : received
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

function refuseCompressed({ headers: { 'content-encoding': coding = 'identity' } }: Exchange): void {
  if (coding !== 'identity')
    throw new AppError('unsupported_media_type', {
      param: 'Content-Encoding',
      message: 'The body must not be compressed.',
    })
}

/** More parts and longer heads than any form of the API has, which would take time to parse. */
const MOST_PARTS = 64
const MOST_HEAD_BYTES = 16 * 1024

/** Reads a form into memory. Throws 415 for another media type, 400 for an invalid form, and as `readBody`. */
export async function readForm(
  exchange: Exchange,
  caller: Caller | null,
  declaration: Declared,
): Promise<ReadBody> {
  const type = exchange.headers['content-type'] ?? ''
  const boundary = /^multipart\/form-data\s*;.*\bboundary=("[^"]{1,70}"|[^\s;]{1,70})/i.exec(type)?.[1]
  if (boundary === undefined)
    throw new AppError('unsupported_media_type', {
      param: 'Content-Type',
      message: 'The body must be a form (multipart/form-data) with its boundary.',
    })
  refuseCompressed(exchange)
  const bytes = await readWhole(exchange, caller, declaration)
  const fault = (message: string, cause?: unknown) => new AppError('invalid_parameter', { message, cause })
  const mark = `--${boundary.replaceAll('"', '')}`
  for (let at = bytes.indexOf(mark), parts = 0; at >= 0; at = bytes.indexOf(mark, at + 1), parts++) {
    if (parts > MOST_PARTS) throw fault(`The form has more than ${MOST_PARTS} parts.`)
    const head = bytes.subarray(at, at + MOST_HEAD_BYTES)
    if (head.length === MOST_HEAD_BYTES && !head.includes('\r\n\r\n'))
      throw fault('A part of the form has a head that is too long.')
  }
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw fault('The body is not a valid form.', cause)
    })
  if (bytes.length <= LARGE_BODY_BYTES) exchange.releaseBody()
  return { bytes: undefined, value: fieldsOf(form) }
}

/** Clients send an empty text for a field that they leave out. */
function fieldsOf(form: FormData): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).filter((value) => value !== '')
    if (values.length === 0) continue
    if (values.length > 1 && !name.endsWith('[]'))
      throw new AppError('invalid_parameter', { param: name, message: `${name} is given more than once.` })
    fields[name] = name.endsWith('[]') ? values : values[0]
  }
  return fields
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

function readWhole(exchange: Exchange, caller: Caller | null, declaration: Declared): Promise<Buffer> {
  const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES, beforeLargeBody } = declaration
  return exchange.readBody({
    maxBytes: maxBodyBytes,
    owner: caller ? caller.customerId : networkOf(exchange.peer),
    beforeLarge: caller && beforeLargeBody ? () => beforeLargeBody(caller) : undefined,
  })
}

let lastLarge: Promise<void> = Promise.resolve()

/** Large bodies are parsed one after the other: two at once would delay all other requests twice as long. */
function parseInTurn(bytes: Buffer, hangUp: AbortSignal): Promise<unknown> {
  const value = lastLarge.then(() => parseLarge(bytes, hangUp))
  const over = () => undefined
  lastLarge = value.then(over, over)
  return value
}

/** Yields to other requests between the steps, and stops if the client hung up. */
async function parseLarge(bytes: Buffer, hangUp: AbortSignal): Promise<unknown> {
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

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

/** The raw body, where requested, and its parsed value. */
type ReadBody = { bytes: Buffer | undefined; value: unknown }

/** Reads and parses a JSON body: 415 for another media type (a keyed caller may leave it out) or a compressed body, 400 for what is not JSON, and the errors of reading. */
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
  const isJson = /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)
  // A page of another site can send such a body with our cookie, without asking first; not with a key.
  const mayBeJson = isJson || (caller?.apiKey != null && /^(text\/plain\s*(;|$)|$)/i.test(type))
  if (!mayBeJson) throw new AppError('unsupported_media_type', { param: 'Content-Type' })
  refuseCompressed(exchange)
  const bytes = asReadable(early ?? (await read()))
  if (!isJson && bytes[0] !== BRACE) throw new AppError('unsupported_media_type', { param: 'Content-Type' })
  if (bytes.length > LARGE_BODY_BYTES) return { bytes, value: await parseInTurn(bytes, exchange.signal) }
  const value = jsonValue(jsonText(bytes))
  exchange.releaseBody()
  return { bytes, value }
}

const BRACE = 0x7b

/** A byte order mark, which editors of Windows put before a text. */
const MARK = Buffer.from([0xef, 0xbb, 0xbf])
/** Escapes of both halves of a surrogate pair, of one alone, and of the backslash, which begins none. */
const SURROGATES =
  /\\(?:\\|u[dD][89abAB][\da-fA-F]{2}(?:\\u[dD][c-fC-F][\da-fA-F]{2})?|u[dD][c-fC-F][\da-fA-F]{2})/g

/** The same JSON without a mark, and without halves of characters: readers of UTF-8 refuse those. */
function asReadable(received: Buffer): Buffer {
  const bytes = received.subarray(0, MARK.length).equals(MARK) ? received.subarray(MARK.length) : received
  if (!bytes.includes('\\ud') && !bytes.includes('\\uD')) return bytes
  const isHalf = (text: string) => text.length === 6
  return Buffer.from(
    bytes.toString('latin1').replace(SURROGATES, (text) => (isHalf(text) ? '\\ufffd' : text)),
    'latin1',
  )
}

function refuseCompressed({ headers: { 'content-encoding': coding = 'identity' } }: Exchange): void {
  if (coding !== 'identity')
    throw new AppError('unsupported_media_type', {
      param: 'Content-Encoding',
      message: 'The body must not be compressed.',
    })
}

/** More parts than any form of ours has fields: each takes time to parse. */
const MOST_PARTS = 64

/** Reads a form: 415 for another media type, 400 for what is none. Its raw bytes are not kept in addition to its files. */
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
  for (let at = bytes.indexOf(mark), parts = 0; at >= 0; at = bytes.indexOf(mark, at + 1), parts++)
    if (parts > MOST_PARTS) throw fault(`The form has more than ${MOST_PARTS} parts.`)
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw fault('The body is not a valid form.', cause)
    })
  if (bytes.length <= LARGE_BODY_BYTES) exchange.releaseBody()
  return { bytes: undefined, value: fieldsOf(form) }
}

/** Clients send an empty text for a field that they leave open. */
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

/** One after the other: two at once would delay all other requests twice as long. */
function parseInTurn(bytes: Buffer, hangUp: AbortSignal): Promise<unknown> {
  const value = lastLarge.then(() => parseLarge(bytes, hangUp))
  const over = () => undefined
  lastLarge = value.then(over, over)
  return value
}

/** Yields to other requests in between; stops for a client that hung up. */
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

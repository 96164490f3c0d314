import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { LARGE_BODY_BYTES } from './body-intake'
import type { Exchange } from './exchange'
import { type Declared, type ReadBody, readWhole, refuseCompressed } from './input'

/** A part of a form: the text of a field, or a file that is still arriving. */
export type FormPart =
  | { name: string; text: string }
  | { name: string; fileName: string; mediaType: string; body: AsyncIterable<Uint8Array> }

/** More parts and longer heads than any form of the API has, which would take time to parse. */
const MOST_PARTS = 64
const MOST_HEAD_BYTES = 16 * 1024
const MOST_FIELD_BYTES = 64 * 1024
/** The maximum size of a form without its file. */
const FRAME_BYTES = 128 * 1024

/** Reads a form into memory. Throws 415 for another media type, 400 for an invalid form, and as `readBody`. */
export async function readForm(
  exchange: Exchange,
  caller: Caller | null,
  declaration: Declared,
): Promise<ReadBody> {
  const boundary = boundaryOf(exchange)
  refuseCompressed(exchange)
  const bytes = await readWhole(exchange, caller, declaration)
  const fault = (message: string, cause?: unknown) => new AppError('invalid_parameter', { message, cause })
  const mark = `--${boundary}`
  for (let at = bytes.indexOf(mark), parts = 0; at >= 0; at = bytes.indexOf(mark, at + 1), parts++) {
    if (parts > MOST_PARTS) throw fault(`The form has more than ${MOST_PARTS} parts.`)
    const head = bytes.subarray(at, at + MOST_HEAD_BYTES)
    if (head.length === MOST_HEAD_BYTES && !head.includes('\r\n\r\n'))
      throw fault('A part of the form has a head that is too long.')
  }
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': exchange.headers['content-type'] ?? '' },
  })
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

/** Throws 415 unless the body is a form with a boundary. */
function boundaryOf({ headers }: Exchange): string {
  const type = headers['content-type'] ?? ''
  const found = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type)
  const boundary = found?.[1] ?? found?.[2]
  if (boundary !== undefined) return boundary
  throw new AppError('unsupported_media_type', {
    param: 'Content-Type',
    message: 'The body must be multipart/form-data with a boundary.',
  })
}

/**
 * The parts of a multipart/form-data body (RFC 7578) in order, without holding files in memory: read a file before you
 * request the next part, which skips the rest of it. Throws 415 for another media type, 400 for an invalid form, and 413
 * for more than `maxFileBytes` plus the framing.
 */
export async function* readFormParts(exchange: Exchange, maxFileBytes: number): AsyncGenerator<FormPart> {
  const boundary = boundaryOf(exchange)
  const maxBytes = maxFileBytes + FRAME_BYTES
  if (Number(exchange.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const form = new FormReader(exchange.readStream(), boundary, maxBytes)
  try {
    for (let count = 0; await form.next(); count++) {
      if (count === MOST_PARTS) throw malformed(`has more than ${MOST_PARTS} parts`)
      yield await readPart(form)
    }
  } finally {
    await form.close()
  }
}

async function readPart(form: FormReader): Promise<FormPart> {
  const head = await form.head()
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? ''
  const name = parameterOf(disposition, 'name')
  if (name === undefined) throw malformed('has a part without a name')
  const fileName = parameterOf(disposition, 'filename')
  const mediaType = /^content-type:\s*([^\s;]+)/im.exec(head)?.[1]?.toLowerCase() ?? 'text/plain'
  if (fileName !== undefined) return { name, fileName, mediaType, body: form.body() }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of form.body()) {
    size += chunk.length
    if (size > MOST_FIELD_BYTES) throw malformed(`has a field of more than ${MOST_FIELD_BYTES} bytes`)
    chunks.push(chunk)
  }
  return { name, text: Buffer.concat(chunks).toString('utf8') }
}

/** Browsers write a quotation mark as `%22` (WHATWG, "multipart/form-data"), other clients with a backslash. */
function parameterOf(disposition: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i').exec(disposition)
  return found === null ? undefined : (found[1]?.replace(/\\(.)/g, '$1').replaceAll('%22', '"') ?? found[2])
}

function malformed(fault: string): AppError {
  return new AppError('invalid_parameter', { message: `The form ${fault}.` })
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('payload_too_large', {
    message: `A file may have at most ${maxBytes - FRAME_BYTES} bytes.`,
  })
}

const LINE = '\r\n'

/** Splits a form at its boundary while it arrives. */
class FormReader {
  readonly #source: AsyncIterator<Uint8Array>
  readonly #delimiter: Buffer
  readonly #maxBytes: number
  #bytes = 0
  /** The first boundary has no line break before it. */
  #rest = Buffer.from(LINE)
  #isInPart = true

  constructor(source: AsyncIterable<Uint8Array>, boundary: string, maxBytes: number) {
    this.#source = source[Symbol.asyncIterator]()
    this.#delimiter = Buffer.from(`${LINE}--${boundary}`)
    this.#maxBytes = maxBytes
  }

  /** Skips the rest of this part and advances to the next. False: this was the last. */
  async next(): Promise<boolean> {
    for await (const _ of this.body());
    const end = await this.#until(LINE, MOST_HEAD_BYTES)
    this.#isInPart = !end.startsWith('--')
    if (!this.#isInPart) while (await this.#more()) this.#rest = Buffer.alloc(0)
    return this.#isInPart
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }

  async head(): Promise<string> {
    let head = ''
    for (;;) {
      const line = await this.#until(LINE, MOST_HEAD_BYTES - head.length)
      if (line === '') return head
      head += `${line}\n`
    }
  }

  async *body(): AsyncGenerator<Uint8Array> {
    while (this.#isInPart) {
      const at = this.#rest.indexOf(this.#delimiter)
      // What may be the start of a boundary is held back until it is complete.
      const size = at < 0 ? Math.max(0, this.#rest.length - this.#delimiter.length + 1) : at
      const chunk = this.#rest.subarray(0, size)
      this.#rest = this.#rest.subarray(at < 0 ? size : at + this.#delimiter.length)
      if (at >= 0) this.#isInPart = false
      if (size > 0) yield chunk
      if (at < 0 && !(await this.#more())) throw malformed('ends without its boundary')
    }
  }

  async #until(mark: string, mostBytes: number): Promise<string> {
    for (;;) {
      const at = this.#rest.indexOf(mark)
      if (at > mostBytes || (at < 0 && this.#rest.length > mostBytes))
        throw malformed('has a head that is too long')
      if (at >= 0) {
        const text = this.#rest.toString('utf8', 0, at)
        this.#rest = this.#rest.subarray(at + mark.length)
        return text
      }
      if (await this.#more()) continue
      // The last boundary need not end in a line break.
      if (this.#rest.toString('latin1').startsWith('--')) return '--'
      throw malformed('ends in the middle of a part')
    }
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next()
    if (done) return false
    this.#bytes += value.length
    if (this.#bytes > this.#maxBytes) throw tooLarge(this.#maxBytes)
    this.#rest = this.#rest.length === 0 ? Buffer.from(value) : Buffer.concat([this.#rest, value])
    return true
  }
}

import type { Readable } from 'node:stream'
import { z } from 'zod'
import { AppError } from '@/lib/platform/errors'
import { Printable } from '@/lib/platform/fields'
import { jsonText, jsonValue, parseInput, refuseTooManyValues } from '@/lib/platform/parse-input'
import { insertLines, type NewLine } from './line-repository'
import { type BatchEndpoint, type LineFault, MOST_LINES } from './schema'

/** Where a line is in a file: its number from 1, its first byte and the one after its last. */
type FileLine = { line: number; start: number; end: number; bytes: Buffer }

const MOST_FAULTS = 20
const LINES_AT_ONCE = 1000
const BLANK = 0x20

/** Stores the requests of a file as lines. Returns how many, or what is wrong with it. Throws StorageError. May run twice. */
export async function readInput(
  batchId: string,
  endpoint: BatchEndpoint,
  body: Readable,
  mostLineBytes: number,
): Promise<{ total: number; faults: LineFault[] }> {
  const schema = lineSchema(endpoint)
  const faults: LineFault[] = []
  const seen = new Map<string, number>()
  let lines: NewLine[] = []
  for await (const one of linesOf(body, mostLineBytes)) {
    if (one.bytes.every((byte) => byte <= BLANK)) continue
    try {
      const custom_id = checkLine(one, schema, mostLineBytes, seen)
      lines.push({ line: one.line, custom_id, byte_start: one.start, byte_end: one.end - 1 })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { wireCode: code, message, param } = error
      faults.push({ code, message: `Line ${one.line}: ${message}`, param, line: one.line })
      // Nothing after a line that was not read to its end is known.
      if (faults.length === MOST_FAULTS || one.bytes.length > mostLineBytes || seen.size > MOST_LINES) break
    }
    if (lines.length < LINES_AT_ONCE) continue
    await insertLines(batchId, lines)
    lines = []
  }
  body.destroy()
  if (seen.size === 0 && faults.length === 0)
    faults.push({ code: 'empty_file', message: 'The file has no requests.', param: null, line: null })
  if (faults.length === 0) await insertLines(batchId, lines)
  return { total: seen.size, faults }
}

/** Some editors begin a file with it. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff')

/** Blank ones too. A line of more than `mostBytes` is cut off, and is the last. */
async function* linesOf(body: Readable, mostBytes: number): AsyncGenerator<FileLine> {
  let [line, start, end] = [0, 0, 0]
  let chunks: Buffer[] = []
  const add = (part: Buffer) => {
    chunks.push(part)
    end += part.length
  }
  const take = (): FileLine => {
    const bytes = Buffer.concat(chunks)
    const mark = start === 0 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
    const next = { line: ++line, start: start + mark, end, bytes: bytes.subarray(mark) }
    chunks = []
    start = end += 1
    return next
  }
  for await (const chunk of body) {
    let from = 0
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
      add(chunk.subarray(from, at))
      from = at + 1
      yield take()
    }
    add(chunk.subarray(from))
    if (end - start > mostBytes) break
  }
  yield take()
}

const lineSchema = (endpoint: BatchEndpoint) =>
  z.strictObject({
    custom_id: Printable.min(1).max(512),
    method: z.literal('POST'),
    url: z.literal(endpoint),
    body: z.record(z.string(), z.unknown()),
  })

/** The request's own id. Throws AppError for an invalid line. */
function checkLine(
  { line, bytes }: FileLine,
  schema: ReturnType<typeof lineSchema>,
  mostBytes: number,
  seen: Map<string, number>,
): string {
  if (bytes.length > mostBytes)
    throw new AppError('payload_too_large', { message: `It has more than ${mostBytes} bytes.` })
  const { custom_id } = parseInput(schema, readLine(bytes))
  const before = seen.get(custom_id)
  if (before !== undefined)
    throw new AppError('invalid_parameter', {
      param: 'custom_id',
      message: `custom_id ${JSON.stringify(custom_id)} stands in line ${before} too.`,
    })
  seen.set(custom_id, line)
  if (seen.size > MOST_LINES)
    throw new AppError('payload_too_large', { message: `The file has more than ${MOST_LINES} requests.` })
  return custom_id
}

/** Throws `invalid_json`. */
export function readLine(bytes: Buffer): unknown {
  refuseTooManyValues(bytes, 'It')
  return jsonValue(jsonText(bytes, 'It'), 'It')
}

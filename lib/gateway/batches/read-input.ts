import type { Readable } from 'node:stream'
import { z } from 'zod'
import { timeSlices } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { Printable } from '@/lib/platform/fields'
import { jsonSource, jsonValue, parseInput } from '@/lib/platform/parse-input'
import { insertLines, type NewLine } from './repository'
import { type BatchEndpoint, type LineFault, MOST_LINES } from './schema'

/** A line of a file: its number from 1, its first nonblank byte, and the byte after its last. */
type FileLine = { line: number; start: number; end: number; bytes: Buffer }

const MOST_FAULTS = 20
const LINES_AT_ONCE = 1000
const BLANK = 0x20
const NEW_LINE = 0x0a
/** Including blank lines. */
const MOST_FILE_LINES = 2 * MOST_LINES
/** The last line may end with a newline too. */
const isBeyond = (line: number) => line > MOST_FILE_LINES + 1

/** Stores the requests of a file as lines. Returns their number, or the file's faults. Throws StorageError. May run twice. */
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
  const pace = timeSlices()
  for await (const one of linesOf(body, mostLineBytes)) {
    await pace()
    try {
      const custom_id = checkLine(one, schema, mostLineBytes, seen)
      lines.push({ line: one.line, custom_id, byte_start: one.start, byte_end: one.end - 1 })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { wireCode: code, message, param } = error
      faults.push({ code, message: `Line ${one.line}: ${message}`, param, line: one.line })
      // A line that was cut off ends the reading.
      const isCut = one.bytes.length > mostLineBytes || isBeyond(one.line)
      if (faults.length === MOST_FAULTS || isCut || seen.size > MOST_LINES) break
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

/**
 * The lines that are not blank, and the first line beyond `MOST_FILE_LINES`, which is the last. A line of more than `mostBytes` is
 * cut off and is the last, too.
 */
export async function* linesOf(body: Readable, mostBytes: number): AsyncGenerator<FileLine> {
  let line = 1
  let begun: Buffer[] = []
  let [start, size, read] = [0, 0, 0]
  const add = (part: Buffer, at: number) => {
    if (size === 0) start = at
    size += part.length
    begun.push(part)
  }
  const endLine = (): FileLine => {
    const bytes = begun.length === 1 && begun[0] ? begun[0] : Buffer.concat(begun)
    ;[begun, size] = [[], 0]
    return { line, start, end: start + bytes.length, bytes }
  }
  for await (const part of body) {
    const chunk: Buffer = read === 0 ? withoutMark(part) : part
    read += part.length - chunk.length
    for (let from = 0; from < chunk.length; ) {
      if (size === 0) {
        for (; Number(chunk[from]) <= BLANK && !isBeyond(line); from++) if (chunk[from] === NEW_LINE) line++
        if (from === chunk.length || isBeyond(line)) break
      }
      const end = chunk.indexOf(NEW_LINE, from)
      add(chunk.subarray(from, end < 0 ? chunk.length : end), read + from)
      if (end < 0 || size > mostBytes) break
      yield endLine()
      line++
      from = end + 1
    }
    read += chunk.length
    if (size > mostBytes || isBeyond(line)) break
  }
  if (size > 0 || isBeyond(line)) yield endLine()
}

/** The first chunk of a file, which is longer than the mark. */
function withoutMark(chunk: Buffer): Buffer {
  const isMarked = chunk.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  return isMarked ? chunk.subarray(BYTE_ORDER_MARK.length) : chunk
}

const lineSchema = (endpoint: BatchEndpoint) =>
  z.strictObject({
    custom_id: Printable.min(1).max(512),
    method: z.literal('POST'),
    url: z.literal(endpoint),
    body: z.record(z.string(), z.unknown()),
  })

/** The request's `custom_id`. Throws AppError for an invalid line. */
function checkLine(
  { line, bytes }: FileLine,
  schema: ReturnType<typeof lineSchema>,
  mostBytes: number,
  seen: Map<string, number>,
): string {
  if (isBeyond(line))
    throw new AppError('payload_too_large', { message: `The file has more than ${MOST_FILE_LINES} lines.` })
  if (bytes.length > mostBytes)
    throw new AppError('payload_too_large', { message: `It is larger than ${mostBytes} bytes.` })
  const { custom_id } = parseInput(schema, readLine(bytes))
  const before = seen.get(custom_id)
  if (before !== undefined)
    throw new AppError('invalid_parameter', {
      param: 'custom_id',
      message: `custom_id ${JSON.stringify(custom_id)} is already used in line ${before}.`,
    })
  seen.set(custom_id, line)
  if (seen.size > MOST_LINES)
    throw new AppError('payload_too_large', { message: `The file has more than ${MOST_LINES} requests.` })
  return custom_id
}

/** Throws `invalid_json`. */
export function readLine(bytes: Buffer): unknown {
  return jsonValue(jsonSource(bytes, 'It').bytes.toString(), 'It')
}

import { randomUUID } from 'node:crypto'
import { isRecord } from './json'

/**
 * A JSON text as its sender wrote it. Of an object, only changed members are serialized again, all other bytes are forwarded
 * as they are: numbers survive that JavaScript cannot represent, and long texts are not encoded again.
 */
export class JsonSource {
  readonly shape: JsonShape
  readonly #places: readonly Place[]
  #read: { members: readonly Member[]; names: ReadonlySet<string> } | undefined

  /**
   * Goes through the bytes once. They may be invalid JSON as long as only `shape` and `bytes` are used. Stops above either
   * limit.
   */
  constructor(
    readonly bytes: Buffer,
    limits?: ShapeLimits,
  ) {
    const { places, ...shape } = walk(bytes, limits)
    this.shape = shape
    this.#places = places
  }

  /** Names are read when they are first needed: most requests are only parsed. */
  #object() {
    if (this.#read === undefined) {
      const members = this.#places.map((place) => ({ ...place, name: nameAt(this.bytes, place) }))
      this.#read = { members, names: new Set(members.map(({ name }) => name)) }
    }
    return this.#read
  }

  /** A name that occurs twice at the top level: parsers differ in which of the two they use. */
  repeatedName(): string | undefined {
    const { members, names } = this.#object()
    if (names.size === members.length) return undefined
    const seen = new Set<string>()
    return members.find(({ name }) => seen.size === seen.add(name).size)?.name
  }

  /** The value of a member as received; undefined if there is none. */
  bytesOf(name: string): Buffer | undefined {
    const member = this.#object().members.findLast((one) => one.name === name)
    return member && this.bytes.subarray(member.valueStart, member.end)
  }

  /**
   * `sent` as JSON, in pieces. Members that are identical to those of `read` (parsed from these bytes) are not copied, with
   * the bytes between adjacent ones; members that are only in `read` are left out; all others are serialized.
   */
  write(sent: Fields, read: Fields): Buffer[] {
    const { members, names } = this.#object()
    const writer = new Writer(this.bytes)
    for (const { name, start, end } of members) {
      const isSent = Object.hasOwn(sent, name) && sent[name] !== undefined
      if (isSent ? sent[name] === read[name] : !Object.hasOwn(read, name)) writer.keep(start, end)
      else if (isSent) writer.add(name, sent[name])
      else writer.skip()
    }
    for (const name of Object.keys(sent))
      if (sent[name] !== undefined && !names.has(name)) writer.add(name, sent[name])
    return writer.finish()
  }

  /**
   * Copies of those members that contain a number which JavaScript cannot represent: `JSON.stringify` writes it as received.
   * Usually there are none.
   */
  exact(...names: readonly string[]): Record<string, unknown> {
    const members = this.#object().members.filter(
      ({ name, valueStart, end }) => names.includes(name) && hasLongNumber(this.bytes, valueStart, end),
    )
    return Object.fromEntries(
      members.map(({ name, valueStart, end }) => [name, parseExactly(this.bytes, valueStart, end)]),
    )
  }
}

type Fields = Readonly<Record<string, unknown>>
/** The position of a member: from its name's first quote, and from its value, to the end of both. */
type Place = { start: number; nameEnd: number; valueStart: number; end: number }
type Member = Place & { name: string }

/** The depth of arrays and objects, the number of values (without names), and of arrays, objects and members (`parts`). */
export type JsonShape = { depth: number; values: number; parts: number }
export type ShapeLimits = { mostValues: number; mostParts: number }

/** Whether arrays and objects of a JSON text are nested deeper than `most` levels. */
export function isNestedDeeper(json: Buffer, most: number): boolean {
  // A short text cannot be, and neither can one with few brackets, which are counted much faster.
  if (json.length <= 2 * most) return false
  return countOf(json, BRACE, most) + countOf(json, BRACKET, most) > most && walk(json).depth > most
}

/** How often a byte occurs; counting stops above `most`. */
function countOf(text: Buffer, byte: number, most: number): number {
  let count = 0
  for (let at = text.indexOf(byte); at >= 0 && count <= most; at = text.indexOf(byte, at + 1)) count++
  return count
}

/** `[` and `{`, `]` and `}` differ in one bit. */
const BRACKET_BIT = 0x20
/** Space, tab, line feed and carriage return: in valid JSON all other bytes between values are greater. */
const BLANK = 0x20
const NONE = -1

const unlimited: ShapeLimits = { mostValues: Number.MAX_SAFE_INTEGER, mostParts: Number.MAX_SAFE_INTEGER }

/** Finds the shape of a JSON text, and where the members of its outermost object are. Strings are skipped. */
function walk(json: Buffer, { mostValues, mostParts } = unlimited): JsonShape & { places: Place[] } {
  const { length } = json
  const places: Place[] = []
  const outermost = isObject(json) ? 1 : NONE
  let [depth, deepest, values, parts] = [0, 0, 1, 0]
  // The member of the outermost object that is being read, and the end of its last value so far.
  let [start, nameEnd, valueStart, end] = [NONE, NONE, NONE, NONE]
  for (let at = 0; at < length; at++) {
    const byte = json[at] ?? 0
    if (byte <= BLANK) continue
    if (depth === outermost && valueStart === NONE && nameEnd !== NONE && byte !== COLON) valueStart = at
    if (byte === QUOTE) {
      const first = at
      at = afterString(json, at) - 1
      if (depth === outermost && start === NONE) [start, nameEnd] = [first, at + 1]
    } else if (byte === COLON) parts++
    else if ((byte | BRACKET_BIT) === BRACE) {
      if (++depth > deepest) deepest = depth
      values++
      parts++
    } else if (byte === NEXT || (byte | BRACKET_BIT) === BRACE_END) {
      if (depth === outermost && valueStart !== NONE) places.push({ start, nameEnd, valueStart, end })
      if (depth === outermost) [start, nameEnd, valueStart] = [NONE, NONE, NONE]
      if (byte === NEXT) values++
      else depth--
    }
    end = at + 1
    if (values > mostValues || parts > mostParts) break
  }
  return { depth: deepest, values, parts, places }
}

function isObject(json: Buffer): boolean {
  let at = 0
  while (at < json.length && (json[at] ?? 0) <= BLANK) at++
  return json[at] === BRACE
}

function nameAt(bytes: Buffer, { start, nameEnd }: Place): string {
  const plain = bytes.toString('utf8', start + 1, nameEnd - 1)
  return plain.includes('\\') ? String(JSON.parse(`"${plain}"`)) : plain
}

/** Joins members: runs of the source's bytes, and serialized texts. */
class Writer {
  readonly #bytes: Buffer
  readonly #pieces: Buffer[] = []
  #text = '{'
  #run: { start: number; end: number } | undefined
  #isFirst = true

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  keep(start: number, end: number): void {
    if (this.#run !== undefined) {
      this.#run.end = end
      return
    }
    this.#begin()
    this.#run = { start, end }
  }

  add(name: string, value: unknown): void {
    this.skip()
    this.#begin()
    this.#text += `${JSON.stringify(name)}:${JSON.stringify(value)}`
  }

  /** Ends the run. */
  skip(): void {
    if (this.#run === undefined) return
    this.#pieces.push(Buffer.from(this.#text), this.#bytes.subarray(this.#run.start, this.#run.end))
    this.#text = ''
    this.#run = undefined
  }

  finish(): Buffer[] {
    this.skip()
    this.#pieces.push(Buffer.from(`${this.#text}}`))
    return this.#pieces
  }

  #begin(): void {
    if (!this.#isFirst) this.#text += ','
    this.#isFirst = false
  }
}

declare global {
  interface JSON {
    rawJSON(text: string): object
  }
}

/** Numbers of up to fifteen digits are exact in a double. Longer ones that are not are kept as text. */
const EXACT_LENGTH = 15

/** Whether there is a longer number: it must include one of the bytes at these steps. */
function hasLongNumber(bytes: Buffer, start: number, end: number): boolean {
  const step = EXACT_LENGTH + 1
  for (let at = start; at < end; at += step) {
    if (!isOfNumber(bytes[at])) continue
    let first = at
    let last = at
    while (first > start && isOfNumber(bytes[first - 1])) first--
    while (last + 1 < end && isOfNumber(bytes[last + 1])) last++
    if (last - first >= EXACT_LENGTH) return true
  }
  return false
}

/** Whether a byte is a digit, point, sign, or the `e` of an exponent. */
function isOfNumber(byte = 0): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x2e ||
    byte === 0x2d ||
    byte === 0x2b ||
    (byte | 0x20) === 0x65
  )
}

/** Further long numbers in a value are rounded, because each takes a microsecond. */
const MOST_EXACT = 20_000
/** Marks such a number, as a string, while the rest is parsed natively. No sender can guess it. */
const MARK = `${randomUUID()} `

function parseExactly(bytes: Buffer, start: number, end: number): unknown {
  const pieces: string[] = []
  let [kept, at, left] = [start, start, MOST_EXACT]
  while (at < end && left > 0) {
    const first = at
    if (bytes[at] === QUOTE) at = afterString(bytes, at)
    else while (at < end && isOfNumber(bytes[at])) at++
    if (at === first) at++
    if (at - first <= EXACT_LENGTH || bytes[first] === QUOTE) continue
    left--
    const number = bytes.toString('latin1', first, at)
    if (String(Number(number)) === number) continue
    pieces.push(bytes.toString('utf8', kept, first), `"${MARK}${number}"`)
    kept = at
  }
  return withNumbers(JSON.parse(pieces.join('') + bytes.toString('utf8', kept, end)))
}

/** Changes the value itself. */
function withNumbers(value: unknown): unknown {
  if (typeof value === 'string')
    return value.startsWith(MARK) ? JSON.rawJSON(value.slice(MARK.length)) : value
  if (Array.isArray(value)) for (const [at, one] of value.entries()) value[at] = withNumbers(one)
  else if (isRecord(value))
    for (const name of Object.keys(value)) Reflect.set(value, name, withNumbers(value[name]))
  return value
}

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c
const [BRACE, BRACE_END, BRACKET, NEXT] = [0x7b, 0x7d, 0x5b, 0x2c]

/** Short strings are read byte by byte; in long ones the next quote is found natively, which is much faster. */
const READ_BYTES = 64

function afterString(bytes: Buffer, quote: number): number {
  const { length } = bytes
  let at = quote + 1
  for (;;) {
    const until = Math.min(at + READ_BYTES, length)
    while (at < until) {
      const byte = bytes[at]
      if (byte === QUOTE) return at + 1
      at += byte === BACKSLASH ? 2 : 1
    }
    const next = bytes.indexOf(QUOTE, at)
    if (next < 0) return length
    let first = next
    while (first > at && bytes[first - 1] === BACKSLASH) first--
    at = next + 1
    if ((next - first) % 2 === 0) return at
  }
}

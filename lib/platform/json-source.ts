import { randomUUID } from 'node:crypto'
import { isRecord } from './json'

/**
 * A JSON object as its sender wrote it. Only changed members are serialized again, all other bytes are forwarded as they
 * are: numbers survive that JavaScript cannot represent, and long texts are not encoded again.
 */
export class JsonSource {
  readonly #bytes: Buffer
  readonly #members: readonly Member[]
  readonly #names: ReadonlySet<string>

  /** `bytes` must be valid JSON: they have been parsed before. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#members = membersOf(bytes)
    this.#names = new Set(this.#members.map(({ name }) => name))
  }

  /** A name that occurs twice at the top level: parsers differ in which of the two they use. */
  repeatedName(): string | undefined {
    if (this.#names.size === this.#members.length) return undefined
    return this.#members.find(
      ({ name }, index) => this.#members.findLastIndex((one) => one.name === name) > index,
    )?.name
  }

  /** The value of a member as received; undefined if there is none. */
  bytesOf(name: string): Buffer | undefined {
    const member = this.#members.findLast((one) => one.name === name)
    return member && this.#bytes.subarray(member.valueStart, member.end)
  }

  /**
   * `sent` as JSON. Members that are identical to those of `read` (parsed from these bytes) are copied, with the bytes
   * between adjacent ones; members that are only in `read` are left out; all others are serialized.
   */
  write(sent: Fields, read: Fields): Buffer {
    const writer = new Writer(this.#bytes)
    for (const { name, start, end } of this.#members) {
      const isSent = Object.hasOwn(sent, name) && sent[name] !== undefined
      if (isSent ? sent[name] === read[name] : !Object.hasOwn(read, name)) writer.keep(start, end)
      else if (isSent) writer.add(name, sent[name])
      else writer.skip()
    }
    for (const name of Object.keys(sent))
      if (sent[name] !== undefined && !this.#names.has(name)) writer.add(name, sent[name])
    return writer.finish()
  }

  /**
   * Copies of those members that contain a number which JavaScript cannot represent: `JSON.stringify` writes it as received.
   * Usually there are none.
   */
  exact(...names: readonly string[]): Record<string, unknown> {
    const members = this.#members.filter(
      ({ name, valueStart, end }) => names.includes(name) && hasLongNumber(this.#bytes, valueStart, end),
    )
    return Object.fromEntries(
      members.map(({ name, valueStart, end }) => [name, parseExactly(this.#bytes, valueStart, end)]),
    )
  }
}

type Fields = Readonly<Record<string, unknown>>
/** The position of a member: from its name's first quote, and from its value, to the end of both. */
type Member = { name: string; start: number; valueStart: number; end: number }

/** Whether arrays and objects of a JSON text are nested deeper than `most` levels. */
export function isNestedDeeper(json: Buffer, most: number): boolean {
  // Counting brackets is much faster, and few brackets cannot be nested deeply.
  return countOf(json, BRACE, most) + countOf(json, BRACKET, most) > most && shapeOf(json).depth > most
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

/**
 * The depth of a JSON text's arrays and objects, the number of its values (without names), and of its arrays, objects and
 * members (`parts`). Stops reading above either limit. Skips strings.
 */
export function shapeOf(
  json: Buffer,
  mostValues = Number.MAX_SAFE_INTEGER,
  mostParts = Number.MAX_SAFE_INTEGER,
): { depth: number; values: number; parts: number } {
  const { length } = json
  let [depth, deepest, values, parts] = [0, 0, 1, 0]
  for (let at = 0; at < length; at++) {
    const byte = json[at] ?? 0
    if (byte <= BLANK) continue
    if (byte === QUOTE) at = afterString(json, at) - 1
    else if (byte === NEXT) values++
    else if (byte === COLON) parts++
    else if ((byte | BRACKET_BIT) === BRACE) {
      if (++depth > deepest) deepest = depth
      values++
      parts++
    } else {
      if ((byte | BRACKET_BIT) === BRACE_END) depth--
      continue
    }
    if (values > mostValues || parts > mostParts) break
  }
  return { depth: deepest, values, parts }
}

/** Joins members: runs of copied bytes, and serialized texts. */
class Writer {
  readonly #bytes: Buffer
  readonly #pieces: (string | { start: number; end: number })[] = []
  #run: { start: number; end: number } | undefined
  /** An upper bound: UTF-8 has at most three bytes per UTF-16 unit. */
  #length = 2

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  keep(start: number, end: number): void {
    if (this.#run !== undefined) {
      this.#run.end = end
      return
    }
    this.#run = { start, end }
    this.#pieces.push(this.#run)
  }

  add(name: string, value: unknown): void {
    const text = `${JSON.stringify(name)}:${JSON.stringify(value)}`
    this.#length += 3 * text.length
    this.#run = undefined
    this.#pieces.push(text)
  }

  skip(): void {
    this.#run = undefined
  }

  finish(): Buffer {
    const target = Buffer.allocUnsafe(this.#bytes.length + this.#pieces.length + this.#length)
    let at = target.write('{', 0, 'latin1')
    for (const [index, part] of this.#pieces.entries()) {
      if (index > 0) target[at++] = NEXT
      at +=
        typeof part === 'string' ? target.write(part, at) : this.#bytes.copy(target, at, part.start, part.end)
    }
    target[at++] = BRACE_END
    return target.subarray(0, at)
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
const [BRACE, BRACE_END, BRACKET, BRACKET_END, NEXT] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c]

/** The members of a JSON object; none for any other value. */
function membersOf(bytes: Buffer): Member[] {
  const members: Member[] = []
  let at = afterBlanks(bytes, 0)
  if (bytes[at] !== BRACE) return members
  at = afterBlanks(bytes, at + 1)
  while (bytes[at] === QUOTE) {
    const start = at
    const nameEnd = afterString(bytes, start)
    const colon = afterBlanks(bytes, nameEnd)
    const valueStart = afterBlanks(bytes, colon + 1)
    const end = afterValue(bytes, valueStart)
    members.push({ name: nameAt(bytes, start, nameEnd), start, valueStart, end })
    at = afterBlanks(bytes, end)
    if (bytes[at] === NEXT) at = afterBlanks(bytes, at + 1)
  }
  return members
}

function nameAt(bytes: Buffer, start: number, end: number): string {
  const plain = bytes.toString('utf8', start + 1, end - 1)
  return plain.includes('\\') ? String(JSON.parse(`"${plain}"`)) : plain
}

function afterBlanks(bytes: Buffer, from: number): number {
  const { length } = bytes
  let at = from
  while (at < length && (bytes[at] ?? 0) <= BLANK) at++
  return at
}

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

function afterValue(bytes: Buffer, start: number): number {
  const first = bytes[start]
  if (first === QUOTE) return afterString(bytes, start)
  return first === BRACE || first === BRACKET ? afterNested(bytes, start) : afterScalar(bytes, start)
}

function afterNested(bytes: Buffer, start: number): number {
  const { length } = bytes
  let depth = 0
  for (let at = start; at < length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) at = afterString(bytes, at) - 1
    else if (byte === BRACE || byte === BRACKET) depth++
    else if ((byte === BRACE_END || byte === BRACKET_END) && --depth === 0) return at + 1
  }
  return length
}

function afterScalar(bytes: Buffer, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== NEXT && bytes[at] !== BRACE_END && (bytes[at] ?? 0) > BLANK) at++
  return at
}

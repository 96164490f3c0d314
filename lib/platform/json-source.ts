/**
 * A JSON object as its sender wrote it. What is sent on is made of the same bytes, with only those members written anew
 * that have changed: numbers survive which JavaScript cannot hold, and a long text is neither written nor encoded again.
 */
export class JsonSource {
  readonly #bytes: Buffer
  readonly #members: readonly Member[]

  /** `bytes` must be valid JSON: they have been parsed before. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#members = membersOf(bytes)
  }

  /** The first name that stands twice at the top: readers differ in which of the two they take. */
  repeatedName(): string | undefined {
    const seen = new Set<string>()
    for (const { name } of this.#members) {
      if (seen.has(name)) return name
      seen.add(name)
    }
    return undefined
  }

  /**
   * `sent` as JSON. A member that is the very value of `read` (what was made of these bytes) goes on as it came; one that
   * is only in `read` is left out; all others are written.
   */
  write(sent: Fields, read: Fields): Buffer {
    const pieces: Buffer[] = []
    const add = (piece: Buffer) => pieces.push(pieces.length === 0 ? OPEN : COMMA, piece)
    const written = new Set<string>()
    for (const { name, start, end } of this.#members) {
      written.add(name)
      const isSent = Object.hasOwn(sent, name) && sent[name] !== undefined
      if (isSent ? sent[name] === read[name] : !Object.hasOwn(read, name))
        add(this.#bytes.subarray(start, end))
      else if (isSent) add(memberOf(name, sent[name]))
    }
    for (const [name, value] of Object.entries(sent))
      if (value !== undefined && !written.has(name)) add(memberOf(name, value))
    pieces.push(pieces.length === 0 ? EMPTY : CLOSE)
    return Buffer.concat(pieces)
  }

  /**
   * Those of these members once more that have a number which JavaScript cannot hold, for what has to be written anew:
   * `JSON.stringify` writes such a number as it came. Mostly there are none.
   */
  exact(...names: readonly string[]): Record<string, unknown> {
    const members = this.#members.filter(
      ({ name, valueStart, end }) => names.includes(name) && hasLongNumber(this.#bytes, valueStart, end),
    )
    return Object.fromEntries(
      members.map(({ name, valueStart, end }) => [
        name,
        parseExactly(this.#bytes.toString('utf8', valueStart, end)),
      ]),
    )
  }
}

type Fields = Readonly<Record<string, unknown>>
/** Where a member stands: from its name's first quote, and from its value, to the end of both. */
type Member = { name: string; start: number; valueStart: number; end: number }

const OPEN = Buffer.from('{')
const COMMA = Buffer.from(',')
const CLOSE = Buffer.from('}')
const EMPTY = Buffer.from('{}')

function memberOf(name: string, value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(name)}:${JSON.stringify(value)}`)
}

declare global {
  interface JSON {
    rawJSON(text: string): object
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown
  }
}

/** Every number of fifteen digits is exact in a double; of longer ones those are kept as text that are not. */
const EXACT_LENGTH = 15

/** Whether more digits and points than that stand in a row: then one of them stands at one of these steps. */
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

function isOfNumber(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || byte === 0x2e)
}

function parseExactly(text: string): unknown {
  return JSON.parse(text, (_name, value, { source }) =>
    typeof value === 'number' &&
    source !== undefined &&
    source.length > EXACT_LENGTH &&
    String(value) !== source
      ? JSON.rawJSON(source)
      : value,
  )
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const [BRACE, BRACE_END, BRACKET, BRACKET_END, NEXT] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c]

/** The members of the object that the bytes are; none of any other value. */
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
  const name: unknown = JSON.parse(bytes.toString('utf8', start, end))
  return String(name)
}

function afterBlanks(bytes: Buffer, from: number): number {
  let at = from
  // Space, tab, line feed, carriage return: in valid JSON nothing else between values is as small.
  while (at < bytes.length && Number(bytes[at]) <= 0x20) at++
  return at
}

/** Short strings are read byte by byte; in long ones the next quote is looked for natively, which is far faster. */
const READ_BYTES = 64

function afterString(bytes: Buffer, quote: number): number {
  let at = quote + 1
  for (;;) {
    const until = Math.min(at + READ_BYTES, bytes.length)
    while (at < until) {
      const byte = bytes[at]
      if (byte === QUOTE) return at + 1
      at += byte === BACKSLASH ? 2 : 1
    }
    const next = bytes.indexOf(QUOTE, at)
    if (next < 0) return bytes.length
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
  let depth = 0
  for (let at = start; at < bytes.length; ) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = afterString(bytes, at)
      continue
    }
    at++
    if (byte === BRACE || byte === BRACKET) depth++
    else if (byte === BRACE_END || byte === BRACKET_END) depth--
    if (depth === 0) return at
  }
  return bytes.length
}

function afterScalar(bytes: Buffer, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== NEXT && bytes[at] !== BRACE_END && Number(bytes[at]) > 0x20) at++
  return at
}

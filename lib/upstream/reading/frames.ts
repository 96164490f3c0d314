const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf'
const MAX_EVENT_BYTES = 32 * 1024 * 1024

/** Whether a payload is the end of a stream in OpenAI's format; some upstreams write blanks around it. */
export function isDone(payload: string): boolean {
  return payload.length < 32 && payload.trim() === '[DONE]'
}

/**
 * Splits a stream of bytes into the payloads of its server-sent events. Bytes are handled as Latin-1 strings (one character
 * per byte), which is lossless wherever the network cut them, and string search is fastest in V8. Comments and fields other
 * than `data` are dropped; several `data` lines of one event are joined (WHATWG HTML, 9.2.6). Lines end with LF or CR LF, or
 * all of them with CR.
 *
 * It also accepts what upstreams send against the standard: events without an empty line between them, JSON lines without
 * `data:` or with it twice, and a last event without an empty line after it. Events without data are skipped. The data of an
 * event named `error` is wrapped in `{"error":…}`.
 */
export class EventSplitter {
  private rest = ''
  private data = ''
  private isError = false
  private isBegun = false
  /** Lines may end with CR alone. */
  private hasReturns = false
  /** The last byte was a CR: an LF right after it belongs to it. */
  private isAfterReturn = false

  push(bytes: Buffer): string[] {
    const payloads: string[] = []
    const part = bytes.toString('latin1')
    const fresh = this.hasReturns ? this.withLineFeeds(part) : part
    // Only the new part is searched: searching the buffered text again for every chunk of a long line would be quadratic.
    let text = this.rest + fresh
    if (!fresh.includes('\n')) {
      // Checked only here, because nearly all upstreams use LF.
      if (this.hasReturns || !fresh.includes('\r')) {
        this.keep(text)
        return payloads
      }
      this.hasReturns = true
      text = this.withLineFeeds(text)
    }
    let from = !this.isBegun && text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
    this.isBegun = true
    for (let end = text.indexOf('\n', from); end >= 0; end = text.indexOf('\n', from)) {
      this.readLine(text.slice(from, end > from && text.charCodeAt(end - 1) === 13 ? end - 1 : end), payloads)
      from = end + 1
    }
    this.keep(text.slice(from))
    return payloads
  }

  /** At the end of the stream: the payload of an event that no empty line ended. */
  end(): string[] {
    const payloads: string[] = []
    const last = this.isBegun ? this.rest : this.rest.replace(BYTE_ORDER_MARK, '')
    this.rest = ''
    this.readLine(last.trimEnd(), payloads)
    this.emit(payloads)
    return payloads
  }

  private readLine(line: string, payloads: string[]): void {
    if (line === '') this.emit(payloads)
    else if (line.startsWith('data:')) {
      const given = line.slice(line.charCodeAt(5) === 32 ? 6 : 5)
      const value = given.startsWith('data:') ? given.replace(/^(?:data: ?)+/, '') : given
      // A closing brace followed by another object or by the end of the stream ends the event.
      if (this.data.endsWith('}') && (value.startsWith('{') || isDone(value))) this.emit(payloads)
      this.data = this.data === '' ? value : `${this.data}\n${value}`
    } else if (line.startsWith('event:')) this.isError = /^error\b/i.test(line.slice(6).trimStart())
    else if (line.charCodeAt(0) === 123 && this.data === '') payloads.push(line)
  }

  private emit(payloads: string[]): void {
    const { data, isError } = this
    this.data = ''
    this.isError = false
    if (data !== '') payloads.push(isError && !data.includes('"error"') ? underError(data) : data)
  }

  private withLineFeeds(chunk: string): string {
    if (chunk === '') return chunk
    const fresh = this.isAfterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk
    this.isAfterReturn = chunk.endsWith('\r')
    return fresh.replace(/\r\n?/g, '\n')
  }

  private keep(rest: string): void {
    this.rest = rest
    if (this.rest.length + this.data.length > MAX_EVENT_BYTES) throw new RangeError('an event is too large')
  }
}

function underError(data: string): string {
  return `{"error":${/^\s*[{[]/.test(data) ? data : JSON.stringify(data)}}`
}

const FIELDS = ['data:', 'event:', 'id:', 'retry:']

/** Detects the kind of a body by its start, after blanks and comments. */
export class BodyStart {
  #start: string | undefined

  /** Undefined until there is enough of it. */
  read(part: string): 'events' | 'json' | 'other' | undefined {
    const text = this.#start === undefined ? part.replace(BYTE_ORDER_MARK, '') : this.#start + part
    const words = text.replace(/^(?:\s+|:[^\r\n]*[\r\n])*/, '')
    // Of an unfinished comment, only the colon matters.
    this.#start = words.startsWith(':') ? ':' : words.slice(0, 16)
    if (words === '' || words.startsWith(':')) return undefined
    if (/^[{["]/.test(words)) return 'json'
    const field = FIELDS.find((name) => name.startsWith(words) || words.startsWith(name))
    if (field === undefined) return 'other'
    return words.length < field.length ? undefined : 'events'
  }
}

/**
 * Cuts a stream of bytes into the payloads of its server-sent events. Bytes travel as Latin-1 strings (one character a
 * byte): that is lossless wherever the network cut them, and string searches are the fastest that V8 has. Comments and
 * fields other than `data` are dropped; several `data` lines of one event are joined (WHATWG HTML, 9.2.6). Lines end with
 * LF or CR LF, or all of them with CR.
 */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf'
const MAX_EVENT_BYTES = 32 * 1024 * 1024

export class EventSplitter {
  private rest = ''
  private data: string | undefined
  private isBegun = false
  /** Lines may end with CR alone. */
  private hasReturns = false
  /** What came last was a CR: an LF that comes next belongs to it. */
  private isAfterReturn = false

  push(bytes: Buffer): string[] {
    const payloads: string[] = []
    const piece = bytes.toString('latin1')
    const fresh = this.hasReturns ? this.withLineFeeds(piece) : piece
    // Joined only once a line is whole: looking through what is there already, at every piece of a long line, is quadratic.
    let text = this.rest + fresh
    if (!fresh.includes('\n')) {
      // Only here, so that the streams of nearly all upstreams are not looked through for it.
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
      const line = text.slice(from, end > from && text.charCodeAt(end - 1) === 13 ? end - 1 : end)
      from = end + 1
      if (line === '') {
        if (this.data !== undefined) payloads.push(this.data)
        this.data = undefined
      } else if (line.startsWith('data:')) {
        const value = line.slice(line.charCodeAt(5) === 32 ? 6 : 5)
        this.data = this.data === undefined ? value : `${this.data}\n${value}`
      }
    }
    this.keep(text.slice(from))
    return payloads
  }

  private withLineFeeds(piece: string): string {
    if (piece === '') return piece
    const own = this.isAfterReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    this.isAfterReturn = piece.endsWith('\r')
    return own.replace(/\r\n?/g, '\n')
  }

  private keep(rest: string): void {
    this.rest = rest
    if (this.rest.length + (this.data?.length ?? 0) > MAX_EVENT_BYTES)
      throw new RangeError('an event is too large')
  }
}

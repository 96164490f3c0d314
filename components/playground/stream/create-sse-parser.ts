/** One server-sent event: its lines of `data:` joined by newlines, and its name when it has one. */
export type SseEvent = { event: string; data: string }

export type SseParser = {
  /** Takes bytes cut anywhere, also inside a character or between CR and LF. */
  push(bytes: Uint8Array): SseEvent[]
  /** The connection closed. An event without its closing blank line was cut off and is not delivered. */
  end(): SseEvent[]
}

/** Reads a `text/event-stream` by the rules of the WHATWG specification; comments, `id` and `retry` are skipped. */
export function createSseParser(): SseParser {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  let event = ''
  let data: string[] = []

  function takeLine(line: string): SseEvent | null {
    if (line === '') {
      const finished = data.length > 0 ? { event: event || 'message', data: data.join('\n') } : null
      event = ''
      data = []
      return finished
    }
    const colon = line.indexOf(':')
    if (colon === 0) return null
    const field = colon < 0 ? line : line.slice(0, colon)
    const raw = colon < 0 ? '' : line.slice(colon + 1)
    const value = raw.startsWith(' ') ? raw.slice(1) : raw
    if (field === 'data') data.push(value)
    if (field === 'event') event = value
    return null
  }

  function drain(text: string, closed: boolean): SseEvent[] {
    rest += text
    const found: SseEvent[] = []
    let from = 0
    for (;;) {
      const end = nextLineEnd(rest, from, closed)
      if (end === null) break
      const finished = takeLine(rest.slice(from, end.at))
      if (finished) found.push(finished)
      from = end.next
    }
    rest = rest.slice(from)
    return found
  }

  return {
    push: (bytes) => drain(decoder.decode(bytes, { stream: true }), false),
    end: () => drain(decoder.decode(), true),
  }
}

function nextLineEnd(text: string, from: number, closed: boolean): { at: number; next: number } | null {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10) return { at, next: at + 1 }
    if (code !== 13) continue
    // A CR at the very end may be the first half of a CRLF: wait for the next bytes before deciding.
    if (at + 1 === text.length) return closed ? { at, next: at + 1 } : null
    return { at, next: text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1 }
  }
  return null
}

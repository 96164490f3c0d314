import { describe, expect, it } from 'vitest'
import { createSseParser } from './create-sse-parser'

const bytes = (text: string) => new TextEncoder().encode(text)

function readAll(chunks: Uint8Array[]): string[] {
  const parser = createSseParser()
  return [...chunks.flatMap((chunk) => parser.push(chunk)), ...parser.end()].map((found) => found.data)
}

describe('createSseParser', () => {
  it('reads events with and without the space after the colon', () => {
    expect(readAll([bytes('data: one\n\ndata:two\n\n')])).toEqual(['one', 'two'])
  })

  it('joins several data lines with newlines', () => {
    expect(readAll([bytes('data: {\ndata: "a": 1\ndata: }\n\n')])).toEqual(['{\n"a": 1\n}'])
  })

  it('skips comments, ids, retry and unknown fields', () => {
    expect(readAll([bytes(': keep-alive\n\nid: 1\nretry: 5\nfoo: bar\ndata: x\n\n')])).toEqual(['x'])
  })

  it('takes CR, LF and CRLF as line ends', () => {
    expect(readAll([bytes('data: a\r\n\r\ndata: b\r\rdata: c\n\n')])).toEqual(['a', 'b', 'c'])
  })

  it('keeps the event name and forgets it afterwards', () => {
    const parser = createSseParser()
    expect(parser.push(bytes('event: error\ndata: x\n\ndata: y\n\n'))).toEqual([
      { event: 'error', data: 'x' },
      { event: 'message', data: 'y' },
    ])
  })

  it('ignores a byte order mark', () => {
    expect(readAll([new Uint8Array([0xef, 0xbb, 0xbf]), bytes('data: a\n\n')])).toEqual(['a'])
  })

  it('does not deliver an event that was cut off', () => {
    expect(readAll([bytes('data: whole\n\ndata: {"half')])).toEqual(['whole'])
  })

  it('delivers the last event when only the blank line is a lone CR', () => {
    expect(readAll([bytes('data: a\r\r')])).toEqual(['a'])
  })

  it('keeps empty data', () => {
    expect(readAll([bytes('data\n\ndata:\n\n')])).toEqual(['', ''])
  })

  it('gives the same events however the bytes are cut', () => {
    const whole = bytes('data: żółw 🐢\r\n\r\n: ping\r\n\r\ndata: 1\ndata: 2\n\ndata: [DONE]\n\n')
    const expected = readAll([whole])
    expect(expected).toEqual(['żółw 🐢', '1\n2', '[DONE]'])
    for (let size = 1; size <= whole.length; size++) {
      const chunks: Uint8Array[] = []
      for (let at = 0; at < whole.length; at += size) chunks.push(whole.slice(at, at + size))
      expect(readAll(chunks)).toEqual(expected)
    }
  })
})

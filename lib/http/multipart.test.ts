import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Exchange } from './exchange'
import { readFormParts } from './multipart'

/** A form as a client sends it, in chunks of any size. */
function exchangeOf(body: Buffer, sizes: readonly number[], type: string, headers = {}): Exchange {
  return {
    id: 'req_1',
    method: 'POST',
    path: '/v1/any',
    query: new URLSearchParams(),
    headers: { 'content-type': type, ...headers },
    peer: '127.0.0.1',
    readBody: async () => body,
    releaseBody: () => undefined,
    answerHeaders: {},
    takeRoom: async () => undefined,
    async *readStream() {
      for (let [from, index] = [0, 0]; from < body.length; index++) {
        const size = sizes[index % sizes.length] ?? body.length
        yield body.subarray(from, from + size)
        from += size
      }
    },
    signal: new AbortController().signal,
  }
}

type Read = { name: string; text: string; fileName?: string; mediaType?: string }

async function read(exchange: Exchange, { most = 10_000, skipped = false } = {}): Promise<Read[]> {
  const parts: Read[] = []
  for await (const part of readFormParts(exchange, most)) {
    if ('text' in part) {
      parts.push(part)
      continue
    }
    const { body, ...file } = part
    const chunks: Uint8Array[] = []
    if (!skipped) for await (const chunk of body) chunks.push(chunk)
    parts.push({ ...file, text: Buffer.concat(chunks).toString('latin1') })
  }
  return parts
}

async function written(form: FormData): Promise<[Buffer, string]> {
  const request = new Request('http://portico/', { method: 'POST', body: form })
  return [Buffer.from(await request.arrayBuffer()), request.headers.get('content-type') ?? '']
}

function form(content: string): FormData {
  const form = new FormData()
  form.append('before', 'ä\r\nb')
  form.append('file', new Blob([Buffer.from(content, 'latin1')], { type: 'Text/Plain; a=b' }), 'a "b".jsonl')
  form.append('after', '')
  return form
}

const fields = (content: string) => [
  { name: 'before', text: 'ä\r\nb' },
  { name: 'file', fileName: 'a "b".jsonl', mediaType: 'text/plain', text: content },
  { name: 'after', text: '' },
]

describe('a form', () => {
  it('is read part by part, wherever chunks end and whatever a file contains', async () => {
    const content = fc.string({
      unit: fc.constantFrom('\r', '\n', '-', '--', 'a', '\0', '\xff'),
      maxLength: 60,
    })
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(content, sizes, async (text, parts) => {
        const [body, type] = await written(form(text))
        expect(await read(exchangeOf(body, parts, type))).toEqual(fields(text))
      }),
      { numRuns: 60 },
    )
  })

  it('continues after a file that was not read', async () => {
    const [body, type] = await written(form('x'.repeat(5000)))
    expect(await read(exchangeOf(body, [100], type), { skipped: true })).toEqual(fields(''))
  })

  it('may have a quoted boundary, no final line break, and text around it', async () => {
    const body = Buffer.from(
      'words\r\n--b\r\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name="c\\"d"\r\n\r\n2\r\n--b--',
    )
    expect(await read(exchangeOf(body, [7], 'multipart/form-data; x=y; boundary="b"'))).toEqual([
      { name: 'a', text: '1' },
      { name: 'c"d', text: '2' },
    ])
    const around = Buffer.concat([body, Buffer.from('\r\nmore words')])
    expect(await read(exchangeOf(around, [7], 'multipart/form-data; boundary=b'))).toHaveLength(2)
  })
})

const part = (head: string, text = '') => `--b\r\n${head}\r\n\r\n${text}\r\n`
const named = 'content-disposition: form-data; name="a"'

describe('refused are', () => {
  it.each([
    ['application/json', ''],
    ['multipart/form-data', ''],
    ['multipart/mixed; boundary=b', ''],
  ])('%s: 415', async (type) => {
    await expect(read(exchangeOf(Buffer.from('{}'), [9], type))).rejects.toMatchObject({ status: 415 })
  })

  it.each([
    ['nothing', '', 'ends without its boundary'],
    ['another boundary', '--c\r\n\r\n--c--', 'ends without its boundary'],
    ['a part that breaks off', part(named, 'abc').slice(0, -5), 'ends without its boundary'],
    ['a head that breaks off', '--b\r\ncontent-disp', 'ends in the middle of a part'],
    ['a part without a name', `${part('content-type: text/plain')}--b--`, 'has a part without a name'],
    ['a head too long', part(`x: ${'y'.repeat(20_000)}`), 'has a head that is too long'],
    ['a field too long', part(named, 'y'.repeat(70_000)), 'has a field of more than 65536 bytes'],
    ['too many parts', `${part(named).repeat(65)}--b--`, 'has more than 64 parts'],
  ])('%s: 400', async (_case, text, fault) => {
    const exchange = exchangeOf(Buffer.from(text), [1000], 'multipart/form-data; boundary=b')
    await expect(read(exchange, { most: 1_000_000 })).rejects.toMatchObject({
      status: 400,
      message: `The form ${fault}.`,
    })
  })

  it('more than is allowed, announced or not: 413', async () => {
    const [body, type] = await written(form('x'.repeat(200_000)))
    const refusal = { status: 413, message: 'A file may have at most 1000 bytes.' }
    const length = { 'content-length': String(body.length) }
    await expect(read(exchangeOf(body, [body.length], type, length), { most: 1000 })).rejects.toMatchObject(
      refusal,
    )
    await expect(read(exchangeOf(body, [5000], type), { most: 1000 })).rejects.toMatchObject(refusal)
  })
})

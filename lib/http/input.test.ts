import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { JsonSource } from '@/lib/platform/json-source'
import { readJsonBody } from './input'
import { readForm } from './multipart'

const sent = (bytes: Buffer, type: string) => ({
  id: 'req_1',
  method: 'POST',
  path: '/v1/any',
  query: new URLSearchParams(),
  headers: { 'content-type': type },
  peer: '127.0.0.1',
  readBody: async () => bytes,
  releaseBody: () => undefined,
  answerHeaders: {},
  takeRoom: async () => undefined,
  readStream: async function* () {
    yield bytes
  },
  signal: new AbortController().signal,
})

describe('read a form', () => {
  const read = (text: string, type = 'multipart/form-data; boundary=x') =>
    readForm(sent(Buffer.from(text), type), null, {})
  const field = (name: string, value: string, more = '') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`

  it('returns text, files, and lists for names that end in []', async () => {
    const file = field('file', 'sound\r\n--', '; filename="a.wav"')
    const body = `${field('model', 'Zoë')}${file}${field('of[]', 'word')}--x--\r\n`
    for (const type of [
      'multipart/form-data; boundary=x',
      'Multipart/Form-Data; charset=utf-8; boundary="x"',
    ]) {
      const { value } = await read(body, type)
      expect(value).toEqual({ model: 'Zoë', file: expect.any(File), 'of[]': ['word'] })
      const { file: read_ } = z.object({ file: z.file() }).parse(value)
      expect([read_.name, await read_.text()]).toEqual(['a.wav', 'sound\r\n--'])
    }
  })

  it.each([
    ['another type', 'a=b', 'application/x-www-form-urlencoded', 'unsupported_media_type', 'Content-Type'],
    ['no boundary', '--x--', 'multipart/form-data', 'unsupported_media_type', 'Content-Type'],
    ['no form', 'a=b', undefined, 'invalid_parameter', null],
    ['a form that is cut off', field('a', 'b'), undefined, 'invalid_parameter', null],
    ['a field twice', `${field('a', 'b')}${field('a', 'c')}--x--`, undefined, 'invalid_parameter', 'a'],
    ['very many fields', `${field('a[]', 'b').repeat(100)}--x--`, undefined, 'invalid_parameter', null],
  ])('refuses %s', async (_case, text, type, code, param) => {
    await expect(read(text, type)).rejects.toMatchObject({ code, param })
  })
})

describe('read json body', () => {
  const json = 'application/json'
  const read = (bytes: Buffer, type: string) => readJsonBody(sent(bytes, type), null, {})

  it.each([
    json,
    'Application/JSON; charset=utf-8',
    'application/json ;charset=utf-8',
    'application/ld+json',
  ])('reads %s', async (type) => {
    expect((await read(Buffer.from('{"name":"Zoë"}'), type)).value).toEqual({ name: 'Zoë' })
  })

  it.each(['application/json-seq', 'application/jsonlines', 'application/json.v2', 'text/json', ''])(
    'refuses %s, which is something else: 415',
    async (type) => {
      await expect(read(Buffer.from('{}'), type)).rejects.toMatchObject({ code: 'unsupported_media_type' })
    },
  )

  it.each<BufferEncoding>(['latin1', 'utf16le'])(
    'refuses %s, whose words would become others: 400',
    async (encoding) => {
      await expect(read(Buffer.from('{"name":"Zoë"}', encoding), json)).rejects.toMatchObject({
        code: 'invalid_json',
      })
    },
  )

  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
  /** An empty list counts as a value. */
  const countOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 +
        Math.max(
          1,
          Object.values(value).reduce<number>((sum, one) => sum + countOf(one), 0),
        )
      : 1

  const partsOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce<number>(
          (sum, one) => sum + partsOf(one) + (Array.isArray(value) ? 0 : 1),
          1,
        )
      : 0

  it('counts depth and values, whatever strings contain', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('"', '\\', '[{', ']}', '\\"[', ',,', 'ü😀'))
    fc.assert(
      fc.property(fc.anything({ key: text, values: [text, fc.integer(), fc.constant(null)] }), (value) => {
        // Not what JSON.parse makes of it: V8's loses a member now and then where names are `"` and `\`.
        const json = Buffer.from(JSON.stringify(value))
        expect(new JsonSource(json).shape).toEqual({
          depth: depthOf(value),
          values: countOf(value),
          parts: partsOf(value),
        })
      }),
    )
  })

  it.each(['', '"', '"\\', ']]]', '[[['])('terminates on invalid JSON: %s', (text) => {
    expect(new JsonSource(Buffer.from(text)).shape.depth).toBeGreaterThanOrEqual(0)
  })

  it('replaces lone surrogates, and nothing else', async () => {
    const pieces = fc.constantFrom('\\ud83d', '\\uDE00', '\\\\', '\\u00e9', 'ud83d', '\\n', 'ü')
    await fc.assert(
      fc.asyncProperty(fc.array(pieces), async (parts) => {
        const text = `{"a":"${parts.join('')}"}`
        const { value, bytes } = await read(Buffer.from(text), json)
        expect(value).toEqual({ a: JSON.parse(text).a.toWellFormed() })
        expect(JSON.parse(String(bytes))).toEqual(value)
      }),
    )
  })

  it.each([
    ['objects', `[${'{},'.repeat(40_000)}0]`, '40000 objects, lists and members'],
    ['members', `{${'"a":0,'.repeat(40_000)}"b":0}`, '40000 objects, lists and members'],
    ['numbers', `[${'1,'.repeat(500_000)}0]`, '500000 values'],
  ])('refuses too many %s before they are parsed: 400', async (_case, text, most) => {
    await expect(read(Buffer.from(text), json)).rejects.toMatchObject({
      code: 'invalid_json',
      message: `The body has more than ${most}.`,
    })
  })
})

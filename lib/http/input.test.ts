import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shapeOf } from '@/lib/platform/json-source'
import { readJsonBody } from './input'

describe('read json body', () => {
  const json = 'application/json'
  const read = (bytes: Buffer, type: string) =>
    readJsonBody(
      {
        id: 'req_1',
        method: 'POST',
        path: '/v1/any',
        query: new URLSearchParams(),
        headers: { 'content-type': type },
        peer: '127.0.0.1',
        readBody: async () => bytes,
        releaseBody: () => undefined,
        readStream: async function* () {
          yield bytes
        },
        signal: new AbortController().signal,
      },
      null,
      {},
    )

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
  /** An empty list counts as if it had a value. */
  const countOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 +
        Math.max(
          1,
          Object.values(value).reduce<number>((sum, one) => sum + countOf(one), 0),
        )
      : 1

  it('tells depth and number of values, whatever texts look like', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('"', '\\', '[{', ']}', '\\"[', ',,', 'ü😀'))
    fc.assert(
      fc.property(fc.anything({ key: text, values: [text, fc.integer(), fc.constant(null)] }), (value) => {
        const json = JSON.stringify(value) ?? 'null'
        const parsed = JSON.parse(json)
        expect(shapeOf(Buffer.from(json))).toEqual({ depth: depthOf(parsed), values: countOf(parsed) })
      }),
    )
  })

  it.each(['', '"', '"\\', ']]]', '[[['])('ends on what is no JSON: %s', (text) => {
    expect(shapeOf(Buffer.from(text)).depth).toBeGreaterThanOrEqual(0)
  })

  it('refuses more values than anybody means before they are parsed: 400', async () => {
    const text = `[${'{},'.repeat(600_000)}0]`
    await expect(read(Buffer.from(text), json)).rejects.toMatchObject({
      code: 'invalid_json',
      message: 'The body has more than 500000 values.',
    })
  })
})

import { expect, it } from 'vitest'
import { readJsonBody } from './read-json-body'

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
      connection: {},
      readBody: async () => bytes,
      readStream: async function* () {
        yield bytes
      },
      signal: new AbortController().signal,
    },
    {},
  )

it.each([json, 'Application/JSON; charset=utf-8', 'application/json ;charset=utf-8', 'application/ld+json'])(
  'reads %s',
  async (type) => {
    expect((await read(Buffer.from('{"name":"Zoë"}'), type)).value).toEqual({ name: 'Zoë' })
  },
)

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

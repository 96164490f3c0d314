import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logger } from '@/lib/platform/logger'
import type { Sink } from '@/lib/platform/stream'
import { ReplyValue } from './contract'
import { NodeExchange } from './exchange'
import { apiKeyRoute, publicRoute } from './routes'
import { nodeDoorOf } from './testing'

const aborted: string[] = []
const started: string[] = []

/** A route that answers as instructed, and records whether its request was aborted. */
function answering(name: string, headers: Record<string, string>, start?: (sink: Sink) => void) {
  const body = start && {
    start: (sink: Sink) => {
      started.push(name)
      start(sink)
    },
  }
  const GET = publicRoute({ summary: name, limit: 'probe' }, ({ exchange }) => {
    exchange.signal.addEventListener('abort', () => aborted.push(name))
    return new ReplyValue({ status: 200, headers, body: body ?? 'fine' })
  })
  return { [`/v1/${name}`]: { GET } }
}

const fault = () => {
  throw new Error('from within')
}
const invalid = { 'x-name': 'line\nbreak' }
const refusal = () => ({ status: 404, body: { said: 'in other words' } })
const keyed = (more: object) => ({ POST: apiKeyRoute({ summary: 'x', limit: 'probe', ...more }, fault) })
const { door, close } = await nodeDoorOf({
  '/v1/chat/completions': keyed({}),
  '/v1/messages': keyed({ refusal }),
  ...answering('silent', {}, (sink) => {
    sink.write(': keep-alive\n\n')
    sink.write(Buffer.from('data: : {}\n\n'))
    sink.end()
  }),
  ...answering('fine', {}),
  ...answering('header', invalid),
  ...answering('stream-header', invalid, () => undefined),
  ...answering('start', {}, fault),
  ...answering('begun', {}, (sink) => {
    sink.write('begun')
    setImmediate(() => sink.onDrain(fault))
    sink.write('x'.repeat(10_000_000))
  }),
  ...answering('after-end', {}, (sink) => {
    sink.end()
    sink.write('more')
  }),
})
afterAll(close)

it.each([
  ['a header that is none', 'header', 500],
  ['a header that is none, before a stream', 'stream-header', 500],
  ['a stream that cannot begin', 'start', 'broken off'],
  ['a callback of a stream', 'begun', 'broken off'],
  ['a stream that writes after its end', 'after-end', 200],
])('%s ends its own request alone', async (_case, name, expected) => {
  const error = vi.spyOn(logger, 'error').mockImplementation(() => undefined)
  const seen = await door('GET', `/v1/${name}`)
    .then(async (response) => {
      await response.text()
      return response.status
    })
    .catch(() => 'broken off')
  expect(seen).toBe(expected)
  while (!aborted.includes(name)) await nextTurn()
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ path: `/v1/${name}` }),
    'a request failed unexpectedly',
  )
  expect(await (await door('GET', '/v1/fine')).text()).toBe('fine')
})

it('answers in the envelope with the request’s id, and starts the stream, which is told of the hang-up', async () => {
  vi.spyOn(logger, 'error').mockImplementation(() => undefined)
  const response = await door('GET', '/v1/stream-header')
  expect(await response.json()).toMatchObject({
    error: { code: 'internal_error', request_id: response.headers.get('x-request-id') },
  })
  expect(started).toContain('stream-header')
})

describe('a page of another site', () => {
  const headers = { origin: 'https://app.example' }

  it.each([
    ['POST', '/v1/nothing', 404],
    ['POST', '/chat/completions', 404],
    ['PUT', '/v1/chat/completions', 405],
  ])('reads that %s %s is a %d', async (method, path, status) => {
    const response = await door(method, path, { headers })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, '*'])
    expect(response.headers.get('access-control-expose-headers')).toContain('x-request-id')
    expect((await response.json()).error.code).toMatch(/^(?:not_found|method_not_allowed)$/)
  })

  it('gets an answer to its preflight', async () => {
    const asks = { ...headers, 'access-control-request-method': 'POST' }
    for (const path of ['/v1/nothing', '/messages']) {
      const response = await door('OPTIONS', path, { headers: asks })
      expect([response.status, response.headers.get('access-control-allow-headers')]).toEqual([
        204,
        'authorization, *',
      ])
    }
    expect((await door('OPTIONS', '/messages')).status).toBe(404)
  })

  it('cannot read responses outside of the API for keys', async () => {
    const response = await door('POST', '/api-account/nothing', { headers })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([404, null])
  })
})

it('suggests the path that was meant, in its protocol', async () => {
  const chat = await (await door('POST', '/v1/v1/chat/completions')).json()
  expect(chat.error.message).toBe(
    'POST /v1/v1/chat/completions is not an endpoint; /v1/chat/completions is. Check the base URL.',
  )
  expect(await (await door('POST', '/v1/v1/messages')).json()).toEqual({ said: 'in other words' })
  expect((await door('POST', '/console')).status).toBe(599)
})

it('sends comments without a blank line to OpenAI’s SDKs for Go', async () => {
  const readBy = async (headers: Record<string, string>) =>
    (await door('GET', '/v1/silent', { headers })).text()
  expect(await readBy({})).toBe(': keep-alive\n\ndata: : {}\n\n')
  expect(await readBy({ 'x-stainless-lang': 'go' })).toBe(': keep-alive\ndata: : {}\n\n')
})

describe('node exchange', () => {
  const server = createServer()
  let client: Socket
  let request: IncomingMessage
  let response: ServerResponse

  /** A client that has sent the head and half of the body. */
  beforeEach(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const asked = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
    client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    client.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n12345')
    ;[request, response] = await asked
  })
  afterEach(() => {
    client.destroy()
    server.close()
  })

  const readBody = () => new NodeExchange(request, response, '/', '').readBody({ maxBytes: 100, owner: 'me' })

  it('rejects a body whose client hangs up halfway', async () => {
    const body = readBody()
    client.destroy()
    await expect(body).rejects.toMatchObject({ code: 'client_closed_request' })
  })

  it('rejects a body whose client hung up before it was read', async () => {
    const closed = new Promise((resolve) => request.once('close', resolve))
    client.destroy()
    await closed
    await expect(readBody()).rejects.toMatchObject({ code: 'client_closed_request' })
  })
})

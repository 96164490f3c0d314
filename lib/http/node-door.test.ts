import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logger } from '@/lib/platform/logger'
import type { Sink } from '@/lib/platform/stream'
import { ReplyValue } from './contract'
import { NodeExchange } from './exchange'
import { publicRoute } from './routes'
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
const { door, close } = await nodeDoorOf({
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

it('answers in the envelope with the request’s id, and begins the stream, which hears that it was given up', async () => {
  vi.spyOn(logger, 'error').mockImplementation(() => undefined)
  const response = await door('GET', '/v1/stream-header')
  expect(await response.json()).toMatchObject({
    error: { code: 'internal_error', request_id: response.headers.get('x-request-id') },
  })
  expect(started).toContain('stream-header')
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

  it('gives up a body whose client hangs up in the middle', async () => {
    const body = readBody()
    client.destroy()
    await expect(body).rejects.toMatchObject({ code: 'client_closed_request' })
  })

  it('gives up a body whose client had hung up before it was asked for', async () => {
    const closed = new Promise((resolve) => request.once('close', resolve))
    client.destroy()
    await closed
    await expect(readBody()).rejects.toMatchObject({ code: 'client_closed_request' })
  })
})

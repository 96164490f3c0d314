import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refuseMalformed } from './refuse-malformed'

const server = createServer((_, response) => response.write('begun')).on('clientError', refuseMalformed)
const head = 'POST / HTTP/1.1\r\nHost: localhost\r\n'

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function open() {
  const { port } = server.address() as AddressInfo
  return connect(port, '127.0.0.1')
}

it.each([
  ['no HTTP', 'nonsense\r\n\r\n', 400, 'invalid_parameter'],
  ['two lengths', `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400, 'invalid_parameter'],
  ['headers of 20 kB', `${head}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'payload_too_large'],
])('answers %s in the envelope, and hangs up', async (_, sent, status, code) => {
  const answer = await text(open().end(sent))
  const [lines = '', body = ''] = answer.split('\r\n\r\n')
  expect(lines).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  const id = /^x-request-id: (req_[0-9a-z]{26})$/m.exec(lines)?.[1]
  expect(JSON.parse(body)).toEqual({
    error: {
      type: 'invalid_request_error',
      code,
      param: null,
      message: expect.any(String),
      request_id: id,
    },
  })
  expect(lines).toContain(`content-length: ${Buffer.byteLength(body)}`)
})

it('adds nothing to an answer that has begun', async () => {
  const socket = open()
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
  const [begun] = await once(socket, 'data')
  socket.write('no chunk\r\n')
  expect(`${begun}${await text(socket)}`.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

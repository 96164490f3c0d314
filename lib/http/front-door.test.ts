import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { env } from '@/lib/platform/env'
import { frontDoor, refuseMalformed } from './front-door'

describe('front door', () => {
  const refusal = () => ({ status: 421, body: { said: 'in other words' } })
  const door = frontDoor({
    protocolAt: (path) => (path === '/v1/others' ? { refusal, requestIdHeader: 'request-id' } : undefined),
  })
  const server = createServer((request, response) => {
    if (!door(request, response)) response.end('inside')
  })
  let port: number
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => server.close())

  const { publicUrl, isLocalHostNeeded } = env()
  afterEach(() => Object.assign(env(), { publicUrl, isLocalHostNeeded }))

  async function ask(host: string, path = '/v1/models?a=b') {
    const request = get({ host: '127.0.0.1', port, path, headers: { host } })
    const [response] = await once(request, 'response')
    let body = ''
    for await (const chunk of response) body += chunk
    return { status: response.statusCode, headers: response.headers, body }
  }

  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:8080', '127.1.2.3', '[::1]:3000', 'localhost:'])(
    'a server for this machine alone answers to %s',
    async (host) => {
      expect(await ask(host)).toMatchObject({ status: 200, body: 'inside' })
    },
  )

  it.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    '192.168.1.2',
    '0.0.0.0:3000',
    '[::]:3000',
    ' ',
  ])('refuses %s', async (host) => {
    const { status, headers, body } = await ask(host)
    expect(status).toBe(421)
    expect(headers).toMatchObject({ connection: 'close', 'content-type': 'application/json; charset=utf-8' })
    expect(JSON.parse(body).error).toMatchObject({
      code: 'misdirected_request',
      type: 'invalid_request_error',
      request_id: headers['x-request-id'],
    })
  })

  it('refuses in the envelope of the protocol', async () => {
    const { status, headers, body } = await ask('evil.example', '/v1/others?a=b')
    expect([status, JSON.parse(body)]).toEqual([421, { said: 'in other words' }])
    expect(headers['request-id']).toBe(headers['x-request-id'])
  })

  it('a public server accepts every host', async () => {
    env().isLocalHostNeeded = false
    expect(await ask('portico.example')).toMatchObject({ status: 200 })
  })

  it('browsers are told to keep using https', async () => {
    expect((await ask('localhost')).headers['strict-transport-security']).toBeUndefined()
    env().publicUrl = 'https://portico.example'
    expect((await ask('localhost')).headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await ask('evil.example')).headers['strict-transport-security']).toBe('max-age=31536000')
  })
})

describe('refuse malformed', () => {
  const begin = (_: IncomingMessage, response: ServerResponse) => void response.write('begun')
  const server = createServer(begin).on('clientError', refuseMalformed)
  const hurry = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 }
  const impatient = createServer(hurry, () => undefined).on('clientError', refuseMalformed)
  const head = 'POST / HTTP/1.1\r\nHost: localhost\r\n'

  beforeAll(async () => {
    for (const one of [server, impatient]) {
      one.listen(0, '127.0.0.1')
      await once(one, 'listening')
    }
  })
  afterAll(() => {
    for (const one of [server, impatient]) {
      one.closeAllConnections()
      one.close()
    }
  })

  function open(server: Server) {
    const { port } = server.address() as AddressInfo
    return connect(port, '127.0.0.1')
  }

  const refused: [string, Server, string, number, string][] = [
    ['no HTTP', server, 'nonsense\r\n\r\n', 400, 'invalid_parameter'],
    [
      'two lengths',
      server,
      `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      400,
      'invalid_parameter',
    ],
    ['headers of 20 kB', server, `${head}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'payload_too_large'],
    ['headers that do not come to an end', impatient, head, 408, 'request_timeout'],
    ['a body that does not', impatient, `${head}Content-Length: 9\r\n\r\nhalf`, 408, 'request_timeout'],
  ]

  it.each(refused)('answers %s in the envelope, and hangs up', async (_, at, sent, status, code) => {
    const socket = open(at)
    socket.write(sent)
    const answer = await text(socket)
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

  it('adds nothing to a response that has begun', async () => {
    const socket = open(server)
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
    const [begun] = await once(socket, 'data')
    socket.write('no chunk\r\n')
    expect(`${begun}${await text(socket)}`.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})

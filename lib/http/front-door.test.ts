import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, expect, it } from 'vitest'
import { env } from '@/lib/platform/env'
import { frontDoor } from './front-door'

const server = createServer((request, response) => {
  if (!frontDoor(request, response)) response.end('inside')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => server.close())

const { publicUrl, isLocalHostNeeded } = env()
afterEach(() => Object.assign(env(), { publicUrl, isLocalHostNeeded }))

async function ask(host: string) {
  const request = get({ host: '127.0.0.1', port, path: '/v1/models?a=b', headers: { host } })
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
])('and turns %s away', async (host) => {
  const { status, headers, body } = await ask(host)
  expect(status).toBe(421)
  expect(headers).toMatchObject({ connection: 'close', 'content-type': 'application/json; charset=utf-8' })
  expect(JSON.parse(body).error).toMatchObject({
    code: 'misdirected_request',
    type: 'invalid_request_error',
    request_id: headers['x-request-id'],
  })
})

it('a server that others reach answers to every host', async () => {
  env().isLocalHostNeeded = false
  expect(await ask('portico.example')).toMatchObject({ status: 200 })
})

it('browsers stay with https where people come by it', async () => {
  expect((await ask('localhost')).headers['strict-transport-security']).toBeUndefined()
  env().publicUrl = 'https://portico.example'
  expect((await ask('localhost')).headers['strict-transport-security']).toBe('max-age=31536000')
  expect((await ask('evil.example')).headers['strict-transport-security']).toBe('max-age=31536000')
})

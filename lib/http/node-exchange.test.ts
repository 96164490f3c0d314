import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NodeExchange } from './node-exchange'

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

import { once } from 'node:events'
import { createServer as createHttp2Server } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import type { Server } from 'node:net'

type BrokenOrigin = { origin: string; stop: () => void }

/** Speaks HTTP/2 alone: what it says first is nothing that HTTP/1.1 knows. */
export function startHttp2Only(): Promise<BrokenOrigin> {
  const server = createHttp2Server()
  server.on('session', (session) => session.on('error', () => undefined))
  return listen(server, 'http')
}

/** A TLS handshake with it fails: it has no certificate to show. */
export function startWithoutCertificate(): Promise<BrokenOrigin> {
  return listen(createHttpsServer({}), 'https')
}

async function listen(server: Server, protocol: 'http' | 'https'): Promise<BrokenOrigin> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { origin: `${protocol}://127.0.0.1:${address.port}`, stop: () => server.close() }
}

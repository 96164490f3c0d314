import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { unassignedPort } from '@/scripts/postgres/free-port.mjs'

/** What the upstream does with a request; see `answerWith`. */
export type Answer = (res: ServerResponse, req: IncomingMessage) => void

export type SeenRequest = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
  /** Settles when the exchange is over for the upstream: answered to the end, or aborted by the other side. */
  closed: Promise<void>
}

/** An upstream on loopback that misbehaves as the test says. */
export interface FaultUpstream {
  /** With the `/v1` prefix that most upstreams have. */
  readonly baseUrl: string
  readonly origin: string
  readonly requests: SeenRequest[]
  /** How requests are answered from now on. */
  answer(answer: Answer): void
  nextRequest(): Promise<SeenRequest>
  openSockets(): number
  stop(): Promise<void>
}

export async function startFaultUpstream(): Promise<FaultUpstream> {
  const sockets = new Set<Socket>()
  const requests: SeenRequest[] = []
  const waiting: ((request: SeenRequest) => void)[] = []
  let answer: Answer = (res) => res.writeHead(500).end()

  const server = createServer(async (req, res) => {
    const closed = new Promise<void>((resolve) => res.once('close', () => resolve()))
    const body = await readText(req)
    const seen = { method: req.method ?? '', path: req.url ?? '', headers: req.headers, body, closed }
    requests.push(seen)
    waiting.shift()?.(seen)
    answer(res, req)
  })
  server.keepAliveTimeout = 0 // as in the tests' own server: it would close one that a late process just reused
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  const origin = await listen(server)
  return {
    origin,
    baseUrl: `${origin}/v1`,
    requests,
    answer: (next) => {
      answer = next
    },
    nextRequest: () => new Promise((resolve) => waiting.push(resolve)),
    openSockets: () => sockets.size,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      if (sockets.size > 0) await once(server, 'close')
    },
  }
}

/**
 * An origin with an invalid name: a label may have 63 letters (RFC 1035, 2.3.4). The machine says so itself,
 * where a name that could be known waits for a name server, which may be slow or away.
 */
export const unknownOrigin = `http://${'u'.repeat(64)}.invalid`

/** An origin on which nothing listens, nor any server that another test starts meanwhile. */
export async function refusedOrigin(): Promise<string> {
  return `http://127.0.0.1:${await unassignedPort()}`
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

async function readText(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const part of req) chunks.push(part)
  return Buffer.concat(chunks).toString()
}

/** What upstreams are asked in tests: what must be sent, and what must not leak. */
export const API_KEY = 'a-secret-key'

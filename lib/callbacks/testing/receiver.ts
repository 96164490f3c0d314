import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'

/** A customer's server, for tests: keeps what it was sent and answers as told. */
type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: string }
type Respond = (response: ServerResponse) => void

export const respondWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Respond =>
  (response) => {
    response.writeHead(status, headers).end(body)
  }

export type Receiver = {
  url: string
  received: ReceivedRequest[]
  /** How it answers from now on. */
  respond: Respond
  /** Resolves when it has been sent so many requests in all. */
  untilReceived(count: number): Promise<void>
  close(): void
}

export async function openReceiver(): Promise<Receiver> {
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    receiver.received.push({ path: request.url ?? '', headers: request.headers, body })
    for (const wake of waiting) wake()
    waiting.clear()
    receiver.respond(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    respond: respondWith(204),
    async untilReceived(count) {
      while (receiver.received.length < count) await new Promise<void>((resolve) => waiting.add(resolve))
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}

/** As a customer verifies what it is sent: by the library, with its secret. */
export function verifyReceived(secret: string, { headers, body }: ReceivedRequest): unknown {
  const one = (name: string) => String(headers[name])
  return new Webhook(secret).verify(body, {
    'webhook-id': one('webhook-id'),
    'webhook-timestamp': one('webhook-timestamp'),
    'webhook-signature': one('webhook-signature'),
  })
}

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'

type ReceivedRequest = { headers: IncomingHttpHeaders; body: string }

/** A customer's server: keeps what it is sent and answers with `status`. */
export async function openReceiver() {
  const received: ReceivedRequest[] = []
  const receiver = { url: '', received, status: 200, verify, close: () => server.close() }
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: Buffer.concat(await request.toArray()).toString() })
    response.writeHead(receiver.status, { 'content-type': 'text/plain' }).end('from the receiver')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  receiver.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`
  return receiver
}

/** As the standard's own library does it; throws when the secret did not sign this. */
function verify(secret: string, { headers, body }: ReceivedRequest): unknown {
  const header = (name: string) => String(headers[name])
  return new Webhook(secret).verify(body, {
    'webhook-id': header('webhook-id'),
    'webhook-timestamp': header('webhook-timestamp'),
    'webhook-signature': header('webhook-signature'),
  })
}

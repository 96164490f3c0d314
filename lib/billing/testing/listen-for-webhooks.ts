import { createServer } from 'node:http'
import * as webhook from '@/app/(api)/api/webhooks/stripe/route'
import { makeRouteTable, nodeDoor } from '@/lib/http/node-door'

/** Serves the webhook as our server does, on a port of its own. */
export async function listenForWebhooks(): Promise<number> {
  const door = nodeDoor(makeRouteTable({ '/api/webhooks/stripe': webhook }))
  const server = createServer((request, response) => {
    if (!door(request, response)) response.writeHead(599).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

import { createServer } from 'node:http'
import * as chat from '@/app/(api)/v1/chat/completions/route'
import { loadCatalog } from '@/lib/catalog/read-snapshot'
import { makeRouteTable, nodeDoor } from '@/lib/http/node-door'

/** Answers chat as our server does, on a port of its own. */
export async function listenForChat(): Promise<number> {
  await loadCatalog()
  const door = nodeDoor(makeRouteTable({ '/v1/chat/completions': chat }))
  const server = createServer((request, response) => {
    if (!door(request, response)) response.writeHead(599).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

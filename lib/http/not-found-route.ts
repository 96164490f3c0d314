import { newId } from '@/lib/platform/ids'
import { errorReply } from './error-response'
import { unknownEndpoint } from './unknown-endpoint'

/** For the web door's unknown paths; the node door answers its own. */
export function notFoundRoute(request: Request): Response {
  const { pathname: path, searchParams: query } = new URL(request.url)
  const exchange = { id: newId('req'), method: request.method, path, query }
  const reply = errorReply(unknownEndpoint(exchange), exchange)
  return new Response(String(reply.body), {
    status: reply.status,
    headers: { ...reply.headers, 'x-request-id': exchange.id },
  })
}

import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { errorReply } from './error-response'

/** For the web door's unknown paths; the node door answers its own. */
export function notFoundRoute(request: Request): Response {
  const { pathname: path, searchParams: query } = new URL(request.url)
  const exchange = { id: newId('req'), method: request.method, path, query }
  const message = `${exchange.method} ${exchange.path} is not an endpoint.`
  const reply = errorReply(new AppError('not_found', { message }), exchange)
  return new Response(String(reply.body), {
    status: reply.status,
    headers: { ...reply.headers, 'x-request-id': exchange.id },
  })
}

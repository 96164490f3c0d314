import type { IncomingMessage, ServerResponse } from 'node:http'
import { isLoopbackName } from '@/lib/platform/client-address'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { errorReply } from './error-response'

/** A year: browsers do not come by plain http any more, however they are led here. */
const STRICT_TRANSPORT = 'max-age=31536000'

/**
 * What holds for every request, before anything looks at it. A server for this machine alone answers to no other host: a
 * page of another site may have its own name resolve to 127.0.0.1 (DNS rebinding), and the browser sends that name. True
 * when the request was answered.
 */
export function frontDoor(request: IncomingMessage, response: ServerResponse): boolean {
  const { publicUrl, isLocalHostNeeded } = env()
  if (publicUrl.startsWith('https:')) response.setHeader('strict-transport-security', STRICT_TRANSPORT)
  if (!isLocalHostNeeded || isLocal(request.headers.host)) return false
  const [path = '/', query = ''] = (request.url ?? '/').split('?')
  const exchange = {
    id: newId('req'),
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
  }
  const { status, headers, body } = errorReply(new AppError('misdirected_request'), exchange)
  response.writeHead(status, { ...headers, 'x-request-id': exchange.id, connection: 'close' })
  response.end(body)
  return true
}

/** HTTP/1.0 need not name a host, and no browser speaks it. */
function isLocal(host: string | undefined): boolean {
  return host === undefined || isLoopbackName(host.replace(/:\d*$/, ''))
}

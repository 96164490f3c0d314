import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RouteTable } from '@/lib/http/routes'
import { isLoopbackName } from '@/lib/platform/client-address'
import { env } from '@/lib/platform/env'
import { AppError, errorEnvelope } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { errorReply } from './error-response'
import type { Exchange } from './exchange'

/** For a year, browsers use https for this host whatever link they follow. */
const STRICT_TRANSPORT = 'max-age=31536000'

/**
 * Checks every request before anything else; returns true if it answered the request. A server that serves only this
 * machine refuses other host names: a page of another site may let its name resolve to 127.0.0.1 (DNS rebinding), and the
 * browser sends that name.
 */
export function frontDoor(table: Pick<RouteTable, 'protocolAt'>) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { publicUrl, isLocalHostNeeded } = env()
    if (publicUrl.startsWith('https:')) response.setHeader('strict-transport-security', STRICT_TRANSPORT)
    if (!isLocalHostNeeded || isLocal(request.headers.host)) return false
    const [path = '/', query = ''] = (request.url ?? '/').split('?')
    const exchange = {
      id: newId('req'),
      method: request.method ?? 'GET',
      path,
      query: new URLSearchParams(query),
      headers: request.headers as Exchange['headers'],
    }
    const refused = errorReply(new AppError('misdirected_request'), exchange, table.protocolAt(path))
    response.writeHead(refused.status, { ...refused.headers, connection: 'close' })
    response.end(refused.body)
    return true
  }
}

/** The host of the latest request that was local: clients hardly ever change it. */
let knownLocal: string | undefined

/** HTTP/1.0 requests may have no host; no browser sends them. */
function isLocal(host: string | undefined): boolean {
  if (host === undefined || host === knownLocal) return true
  if (!isLoopbackName(host.replace(/:\d*$/, ''))) return false
  knownLocal = host
  return true
}

/**
 * Answers what Node cannot read as a request with the error envelope, where Node would send an empty body. If a response
 * has begun on the connection, it is only closed.
 */
export function refuseMalformed(fault: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.writable && !isAnswering(socket)) socket.write(answerTo(fault.code))
  socket.destroy()
}

/** Node stores the current response of a connection under this name. */
function isAnswering(socket: Duplex): boolean {
  const answer: unknown = Reflect.get(socket, '_httpMessage')
  return answer instanceof ServerResponse && answer.headersSent
}

function answerTo(code: string | undefined): string {
  const { status, error } = refusalOf(code)
  const id = newId('req')
  const body = JSON.stringify(errorEnvelope(error, id))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `x-request-id: ${id}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

function refusalOf(code: string | undefined): { status: number; error: AppError } {
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      status: 431,
      error: new AppError('payload_too_large', { message: 'The headers are too large.' }),
    }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, error: new AppError('request_timeout') }
  return {
    status: 400,
    error: new AppError('invalid_parameter', { message: 'This is not a valid HTTP request.' }),
  }
}

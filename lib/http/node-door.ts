import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeAnswers } from '@/lib/platform/before-answers'
import { newId } from '@/lib/platform/ids'
import { errorReply, unknownEndpoint } from './error-response'
import { type Exchange, isStreamBody, type Reply } from './exchange'
import { NodeExchange } from './node-exchange'
import { PacedSink, writePause } from './paced-sink'
import { type RouteMatch, type RouteTable, SERVED_BY_NEXT } from './route-table'
import { runRoute } from './run-route'

/**
 * The door for our own server: Node's request in, Node's response out, tried before Next by method and path.
 * True when the address is one of the API's (found or not), false when it is for Next.
 */
export function nodeDoor(table: RouteTable) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const target = request.url ?? '/'
    const mark = target.indexOf('?')
    const path = mark < 0 ? target : target.slice(0, mark)
    const match = table.find(path)
    if (match === undefined) {
      // Every answer has a request id; signing in gives its own.
      if (!path.startsWith(SERVED_BY_NEXT)) response.setHeader('x-request-id', newId('req'))
      return false
    }
    const query = mark < 0 ? '' : target.slice(mark + 1)
    const exchange = new NodeExchange(request, response, path, query)
    response.on('error', (error) => giveUp(error, exchange, response))
    guard(exchange, response, () => answer(exchange, match, request, response))
    return true
  }
}

function answer(
  exchange: NodeExchange,
  match: RouteMatch | 'unknown',
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET')
  const route = match === 'unknown' ? undefined : match.methods[method]
  if (match === 'unknown' || route === undefined) {
    send(refusal(exchange, match), exchange, request, response)
    return
  }
  runRoute(route, exchange, match.params).then(
    (reply) => send(reply, exchange, request, response),
    (error) => giveUp(error, exchange, response),
  )
}

/** Undefined where there is nothing, and where only operators may know that there is something. */
function allowedMethods(match: RouteMatch | 'unknown'): string | undefined {
  if (match === 'unknown') return undefined
  const isHidden = Object.values(match.methods).every(({ access }) => access === 'operator')
  return isHidden ? undefined : Object.keys(match.methods).join(', ')
}

function refusal(exchange: Exchange, match: RouteMatch | 'unknown'): Reply {
  const allow = allowedMethods(match)
  const [neighbour] = match === 'unknown' ? [] : Object.values(match.methods)
  const code = allow === undefined ? 'not_found' : 'method_not_allowed'
  const reply = errorReply(unknownEndpoint(exchange, code), exchange, neighbour?.declaration.refusal)
  reply.headers['x-request-id'] = exchange.id
  const { requestIdHeader } = neighbour?.declaration ?? {}
  if (requestIdHeader) reply.headers[requestIdHeader] = exchange.id
  if (allow !== undefined) reply.headers.allow = allow
  return reply
}

function send(
  reply: Reply,
  exchange: NodeExchange,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const write = () => guard(exchange, response, () => writeReply(reply, exchange, request, response))
  if (!request.complete && reply.status >= 400) afterUpload(request, write)
  else write()
}

/** What is thrown outside of `runRoute` ends this request, and not the process. */
function guard(exchange: NodeExchange, response: ServerResponse, work: () => void): void {
  try {
    work()
  } catch (error) {
    giveUp(error, exchange, response)
  }
}

/** A 500 where nothing has been sent yet; else the answer breaks off. */
function giveUp(error: unknown, exchange: NodeExchange, response: ServerResponse): void {
  const reply = errorReply(error, exchange) // logs it
  exchange.abort()
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  response.writeHead(reply.status, { ...reply.headers, 'x-request-id': exchange.id, connection: 'close' })
  response.end(reply.body)
}

const UPLOAD_PATIENCE_MILLIS = 2000

/** A refusal sent while the client still uploads would be lost with the connection: let it finish first, for a while. */
function afterUpload(request: IncomingMessage, then: () => void): void {
  let done = false
  const finish = () => {
    if (done) return
    done = true
    clearTimeout(timer)
    then()
  }
  const timer = setTimeout(finish, UPLOAD_PATIENCE_MILLIS)
  request.once('end', finish)
  request.once('close', finish)
  request.resume()
}

function writeReply(
  reply: Reply,
  exchange: NodeExchange,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  beforeAnswers.run()
  if (!request.complete) reply.headers.connection = 'close'
  if (reply.cookies) response.appendHeader('set-cookie', reply.cookies)
  if (response.destroyed) {
    if (isStreamBody(reply.body)) reply.body.start(deafSink)
    return
  }
  if (!isStreamBody(reply.body)) {
    if (reply.body !== null) reply.headers['content-length'] = String(Buffer.byteLength(reply.body))
    response.writeHead(reply.status, reply.headers)
    response.end(request.method === 'HEAD' ? undefined : (reply.body ?? undefined))
    return
  }
  try {
    response.writeHead(reply.status, reply.headers)
  } catch (error) {
    reply.body.start(deafSink)
    throw error
  }
  reply.body.start(new PacedSink(response, writePause, (error) => giveUp(error, exchange, response)))
}

/** For a client that hung up between the decision to stream and the first byte: its signal has aborted, or is about to. */
const deafSink = {
  write: () => true,
  onDrain: () => undefined,
  end: () => undefined,
  destroy: () => undefined,
}

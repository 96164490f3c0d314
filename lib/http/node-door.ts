import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeAnswers } from '@/lib/platform/before-answers'
import { newId } from '@/lib/platform/ids'
import { inTurn } from '@/lib/platform/in-turn'
import { errorReply } from './error-response'
import { type Exchange, isStreamBody, type Reply } from './exchange'
import { NodeExchange } from './node-exchange'
import { PacedSink } from './paced-sink'
import { type RouteMatch, type RouteTable, SERVED_BY_NEXT } from './route-table'
import { runRoute } from './run-route'
import { unknownEndpoint } from './unknown-endpoint'
import { writePause } from './write-pause'

/** Requests of this process that are being answered: what is in sight of an answer, or of a stream's beginning, no more. */
let underWay = 0

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
    const exchange = new NodeExchange(request, path, query, hangUpOf(response))
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET')
    const route = match === 'unknown' ? undefined : match.methods[method]
    if (match !== 'unknown' && route) {
      underWay += 1
      runRoute(route, exchange, match.params).then(
        (reply) => {
          underWay -= 1
          // A stream begins at once.
          const isAlone = underWay === 0 || isStreamBody(reply.body)
          inTurn(isAlone, () => send(reply, request, response))
        },
        () => {
          underWay -= 1
          response.destroy()
        },
      )
    } else {
      send(refusal(exchange, match), request, response)
    }
    return true
  }
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

/** Aborts when the connection closes before the answer was complete. */
function hangUpOf(response: ServerResponse): AbortSignal {
  const hangUp = new AbortController()
  response.on('close', () => {
    if (!response.writableFinished) hangUp.abort()
  })
  return hangUp.signal
}

function send(reply: Reply, request: IncomingMessage, response: ServerResponse): void {
  if (!request.complete && reply.status >= 400) {
    afterUpload(request, () => write(reply, request, response))
    return
  }
  write(reply, request, response)
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

function write(reply: Reply, request: IncomingMessage, response: ServerResponse): void {
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
  response.writeHead(reply.status, reply.headers)
  reply.body.start(new PacedSink(response, writePause))
}

/** For a client that hung up between the decision to stream and the first byte: its signal has aborted already. */
const deafSink = {
  write: () => true,
  onDrain: () => undefined,
  end: () => undefined,
  destroy: () => undefined,
}

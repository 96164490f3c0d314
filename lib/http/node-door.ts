import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeAnswers } from '@/lib/platform/before-answers'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { BodyIntake, type BodyTerms } from './body-intake'
import { errorReply, unknownEndpoint } from './error-response'
import { type Exchange, isStreamBody, peerOf, type Reply } from './exchange'
import { PacedSink, writePause } from './paced-sink'
import { type RouteMatch, type RouteTable, SERVED_BY_NEXT } from './route-table'
import { runRoute } from './run-route'

/** Requests that this process is answering; of a stream, until it begins. */
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
  underWay += 1
  runRoute(route, exchange, match.params).then(
    (reply) => {
      underWay -= 1
      const write = () => send(reply, exchange, request, response)
      if (underWay === 0 || isStreamBody(reply.body)) write()
      else atEndOfTurn(write)
    },
    (error) => {
      underWay -= 1
      giveUp(error, exchange, response)
    },
  )
}

/**
 * Once all that has arrived in this turn of the event loop was read. A write wakes its reader, who interrupts us: among many
 * requests, answers that are written together cost less (the figure is in docs/performance.md).
 */
const atEndOfTurn = setImmediate

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

/** A request of Node's as routes see it. What few of them ask for is worked out when they do. */
export class NodeExchange implements Exchange {
  readonly id = newId('req')
  readonly method: string
  readonly headers: Exchange['headers']
  readonly #request: IncomingMessage
  readonly #query: string
  readonly #hangUp = new AbortController()
  #body: BodyIntake | undefined

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    readonly path: string,
    query: string,
  ) {
    this.#request = request
    this.#query = query
    this.method = request.method ?? 'GET'
    this.headers = request.headers as Exchange['headers']
    response.on('close', () => {
      this.releaseBody()
      if (!response.writableFinished) this.abort()
    })
  }

  get signal(): AbortSignal {
    return this.#hangUp.signal
  }

  /** Nobody waits for the answer any more. */
  abort(): void {
    this.#hangUp.abort()
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.#query)
  }

  get peer(): string {
    const forwardedFor = this.#request.headers['x-forwarded-for']?.toString()
    return peerOf(this.#request.socket.remoteAddress, forwardedFor)
  }

  // Fields, not methods: a route may take them out of the exchange and call them by themselves.
  readonly readBody = (terms: BodyTerms): Promise<Buffer> => {
    const { 'content-length': announced } = this.headers
    this.#body = new BodyIntake(terms, announced === undefined ? undefined : Number(announced))
    return readBody(this.#request, this.#body)
  }
  readonly releaseBody = (): void => this.#body?.release()
  readonly takeRoom = async (bytes: number): Promise<void> => {
    await this.#body?.hold(bytes)
    if (this.signal.aborted) this.releaseBody()
  }
  readonly readStream = (): AsyncGenerator<Uint8Array> => readStream(this.#request)
}

function readBody(request: IncomingMessage, body: BodyIntake): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      try {
        const room = body.add(chunk)
        if (room === undefined) return
        request.pause()
        room.then(() => void request.resume(), fail)
      } catch (error) {
        fail(error)
      }
    }
    const fail = (error: unknown) => {
      request.off('data', take) // the rest goes nowhere
      body.release()
      reject(error)
    }
    // Gone while its key was looked up: no event would tell it any more.
    if (request.destroyed) throw new AppError('client_closed_request')
    body.begin(fail)
    request.on('data', take)
    request.on('end', () => resolve(body.end()))
    // Also when the client hangs up before all of it has come.
    request.on('error', (cause) => fail(new AppError('client_closed_request', { cause })))
  })
}

/** A client that sends nothing for this long has gone, whatever its connection says. */
const UPLOAD_IDLE_MILLIS = 60_000

async function* readStream(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  const giveUp = () => void request.destroy(new Error('the client stopped sending'))
  request.setTimeout(UPLOAD_IDLE_MILLIS, giveUp)
  try {
    // A reader that refuses the rest must still be able to say so on this connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk
  } catch (cause) {
    throw new AppError('client_closed_request', { cause })
  } finally {
    request.setTimeout(0)
    request.off('timeout', giveUp)
  }
}

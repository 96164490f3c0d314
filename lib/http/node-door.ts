import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RouteMatch, RouteTable } from '@/lib/http/routes'
import { newId } from '@/lib/platform/ids'
import { counter, gauge, histogram } from '@/lib/platform/metrics'
import { beforeAnswers } from '@/lib/platform/stream'
import { beginSpan, endSpan, type Scope, within } from '@/lib/platform/tracing'
import { ClientSink } from './client-sink'
import type { Protocol } from './contract'
import { errorReply, unknownEndpoint } from './error-response'
import { type Exchange, isStreamBody, NodeExchange, type Reply } from './exchange'
import { preflightRoute } from './routes'
import { crossOriginHeaders, isReadElsewhere, runRoute } from './run-route'

/** Requests whose answer this process has not begun to send. */
let underWay = 0

/**
 * The door for our own server, tried before Next. Returns true if the path is one of the API's (found or not), false if it
 * is for Next.
 */
export function nodeDoor(table: RouteTable) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const target = request.url ?? '/'
    const mark = target.indexOf('?')
    const path = mark < 0 ? target : target.slice(0, mark)
    const found = table.find(path)
    const meant = typeof found === 'object' ? undefined : table.meantBy(path, request.method ?? 'GET')
    const match = meant === undefined ? found : 'unknown'
    if (match === undefined) {
      response.setHeader('x-request-id', newId('req'))
      return false
    }
    const query = mark < 0 ? '' : target.slice(mark + 1)
    const exchange = new DoorExchange(table, meant, request, response, path, query)
    response.on('error', (error) => giveUp(error, exchange, response))
    guard(exchange, response, () => answer(exchange, orPreflight(exchange, match), request, response))
    return true
  }
}

/** A request with the error envelope of its path. */
class DoorExchange extends NodeExchange {
  readonly #table: RouteTable

  constructor(
    table: RouteTable,
    /** The endpoint that the client probably meant (`RouteTable.meantBy`). */
    readonly meant: string | undefined,
    ...request: ConstructorParameters<typeof NodeExchange>
  ) {
    super(...request)
    this.#table = table
    open += 1
  }

  protected override closed(response: ServerResponse): void {
    open -= 1
    super.closed(response)
  }

  protocol(): Protocol | undefined {
    return this.#table.protocolAt(this.meant ?? this.path)
  }
}

function answer(
  exchange: DoorExchange,
  match: RouteMatch | 'unknown',
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET')
  const startedAt = performance.now()
  const route = match === 'unknown' ? undefined : match.methods[method]
  if (match === 'unknown' || route === undefined) {
    const refused = refusal(exchange, match)
    countAnswer(match, method, refused, startedAt)
    send(refused, exchange, request, response)
    return
  }
  underWay += 1
  const scope = beginTrace(match, method, exchange, response)
  within(scope, () => runRoute(route, exchange, match.params)).then(
    (reply) => {
      underWay -= 1
      countAnswer(match, method, reply, startedAt, scope)
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
 * Runs after everything that arrived in this turn of the event loop was read. A write wakes its reader, who interrupts us:
 * when there are many requests, responses that are written together cost less (figures in docs/build/performance.md).
 */
const atEndOfTurn = setImmediate

/** Undefined if nothing exists at the path, or only for operators. */
function allowedMethods(match: RouteMatch | 'unknown'): string | undefined {
  if (match === 'unknown') return undefined
  const isHidden = Object.values(match.methods).every(({ access }) => access === 'operator')
  return isHidden ? undefined : Object.keys(match.methods).join(', ')
}

function refusal(exchange: DoorExchange, match: RouteMatch | 'unknown'): Reply {
  const allow = allowedMethods(match)
  const code = allow === undefined ? 'not_found' : 'method_not_allowed'
  const reply = errorReply(unknownEndpoint(exchange, code, exchange.meant), exchange, exchange.protocol())
  if (allow !== undefined) reply.headers.allow = allow
  const isReadable =
    match === 'unknown'
      ? isForKeys(exchange) && exchange.headers.origin !== undefined
      : Object.values(match.methods).some((route) => isReadElsewhere(route, exchange))
  if (isReadable) Object.assign(reply.headers, crossOriginHeaders)
  return reply
}

function isForKeys({ path, meant }: DoorExchange): boolean {
  return meant !== undefined || /^\/v1(?:beta)?\//.test(path)
}

const OPTIONS = preflightRoute('DELETE, GET, PATCH, POST, PUT', 'authorization, *').route
const preflight: RouteMatch = { route: 'unknown', methods: { OPTIONS }, params: {} }

/** Answers preflights for unknown paths too: otherwise a page of another site could not read the 404. */
function orPreflight(exchange: DoorExchange, match: RouteMatch | 'unknown'): RouteMatch | 'unknown' {
  const isPreflight = exchange.headers['access-control-request-method'] !== undefined
  return match === 'unknown' && exchange.method === 'OPTIONS' && isPreflight && isForKeys(exchange)
    ? preflight
    : match
}

function send(
  reply: Reply,
  exchange: DoorExchange,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const write = () => guard(exchange, response, () => writeReply(reply, exchange, request, response))
  if (!request.complete && !isStreamBody(reply.body)) afterUpload(request, write)
  else write()
}

/** An error outside of `runRoute` ends this request, not the process. */
function guard(exchange: DoorExchange, response: ServerResponse, work: () => void): void {
  try {
    work()
  } catch (error) {
    giveUp(error, exchange, response)
  }
}

/** Answers a 500 if nothing has been sent yet; otherwise the response is cut off. */
function giveUp(error: unknown, exchange: DoorExchange, response: ServerResponse): void {
  const reply = errorReply(error, exchange, exchange.protocol()) // logs it
  exchange.abort()
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  response.writeHead(reply.status, { ...reply.headers, connection: 'close' })
  response.end(reply.body)
}

const UPLOAD_PATIENCE_MILLIS = 2000

/** A response sent while the client still uploads would be lost with the connection, so the upload may finish first. */
function afterUpload(request: IncomingMessage, then: () => void): void {
  let isDone = false
  const finish = () => {
    if (isDone) return
    isDone = true
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
  exchange: DoorExchange,
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
  const isGo = exchange.headers['x-stainless-lang'] === 'go'
  reply.body.start(new ClientSink(response, (error) => giveUp(error, exchange, response), isGo))
}

/** For a client that hung up before the first byte: its signal has aborted, or is about to. */
const deafSink = {
  write: () => true,
  onDrain: () => undefined,
  end: () => undefined,
  destroy: () => undefined,
}

let open = 0
gauge('http_requests_open', 'API requests whose response has not ended.', [], () => [{ value: open }])
const answered = counter('http_requests_total', 'API responses, by route, status and error code.', [
  'route',
  'method',
  'status',
  'code',
])
const answerSeconds = histogram(
  'http_answer_seconds',
  'Time from a request to its response, or to the beginning of its stream.',
  ['route'],
)

/** Counts a response. Methods that no route has share one label. */
function countAnswer(
  match: RouteMatch | 'unknown',
  method: string,
  reply: Reply,
  startedAt: number,
  scope?: Scope,
): void {
  if (scope) {
    const refusal = reply.code && { 'error.type': reply.code }
    scope.span.setAttributes({ 'http.response.status_code': reply.status, ...refusal })
  }
  const route = match === 'unknown' ? match : match.route
  const label = match !== 'unknown' && method in match.methods ? method : 'other'
  answered.at(route, label, String(reply.status), reply.code ?? '').add()
  answerSeconds.at(route).add((performance.now() - startedAt) / 1000)
}

/** A span until the response has ended. It names the route, not the path, which may contain a secret. */
function beginTrace(
  { route }: RouteMatch,
  method: string,
  { id, headers }: Pick<Exchange, 'id' | 'headers'>,
  response: ServerResponse,
): Scope | undefined {
  const scope = beginSpan(`${method} ${route}`, {
    kind: 'SERVER',
    continues: headers.traceparent,
    attributes: { 'http.request.method': method, 'http.route': route, 'portico.request_id': id },
  })
  if (scope) response.on('close', () => endSpan(scope))
  return scope
}

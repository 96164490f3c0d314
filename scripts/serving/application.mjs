// What the application (instrumentation.ts) and this server leave for each other on globalThis; what a process answers that has
// ROLE=worker; and how requests that run are let end.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

const hook = (name) => Symbol.for(`portico.${name}`)

/**
 * Resolves once the application has called `portico.started`, rejects with the error it was given. Next neither waits for
 * `register()` in production nor ends when it fails. To be called before Next is prepared.
 */
export function whenStarted() {
  return new Promise((resolve, reject) => {
    globalThis[hook('started')] = (error) => (error ? reject(error) : resolve())
  })
}

/** `(request, response) => boolean`: answers the hot path itself, true when it did. */
export const nodeDoor = () => globalThis[hook('node-door')]

/** `(request, response) => boolean`: answers requests to the wrong host, true when it did; what every answer says. */
export const frontDoor = () => globalThis[hook('front-door')]

/** `keep(build, read)` and `find(path)`: the files of pages, of all versions (lib/platform/page-files.ts). */
export const pageFiles = () => globalThis[hook('page-files')]

/** `(error, socket)`: answers what is not a request. */
export const refuseMalformed = () => globalThis[hook('refuse-malformed')]

/** From now on /api/ready answers 503. */
export const beginDrain = () => globalThis[hook('begin-drain')]?.()

/** Writes down what is only in memory, ends jobs, closes connections. */
export const finishDrain = () => globalThis[hook('drain')]?.()

/** Reads portico.yaml anew. */
export const reload = () => globalThis[hook('reload')]?.()

const open = new Set(['/api/health', '/api/ready', '/api/metrics'])

/** ROLE=worker does background work only: answers what it does not serve; false for how it is, which it does. */
export function answersAsWorker(request, response) {
  if (open.has((request.url ?? '').split('?')[0])) return false
  const requestId = `req_${randomBytes(16).toString('hex')}`
  const error = {
    message: 'This process does background work only.',
    type: 'invalid_request_error',
    param: null,
    code: 'not_found',
    request_id: requestId,
  }
  response.writeHead(404, { 'content-type': 'application/json', 'x-request-id': requestId })
  response.end(JSON.stringify({ error }))
  return true
}

let looks = 0

/** Call it with each request: a load balancer asks every few seconds whether this process is ready. */
export function noticeLook({ url }) {
  if (url === '/api/ready') looks += 1
}

/** The first look is our launcher's own (scripts/steps/server.mjs). */
export const isLookedAt = () => looks > 1

/** A load balancer notices within this time, and until then still sends requests. */
const noticeMilliseconds = 5_000
/** Other clients may send more on a kept connection, until none has arrived for this long. */
const quietMilliseconds = 300
const lookMilliseconds = 50

/**
 * Lets running requests end. New ones are served a moment longer, where a load balancer polls or some still run or arrive, so that it
 * learns that this process is not ready instead of being refused; then the server closes, and `withinMilliseconds` later
 * it cuts off what still runs.
 */
export async function drain(server, withinMilliseconds, isLooked = isLookedAt()) {
  let lastAt = performance.now()
  server.prependListener('request', (_request, response) => {
    lastAt = performance.now()
    response.setHeader('connection', 'close') // closed from our side alone, it could just be sent another request
  })
  const isQuiet = () => !isLooked && performance.now() - lastAt >= quietMilliseconds
  await untilUnused(server, Math.min(noticeMilliseconds, withinMilliseconds), isQuiet)
  const closed = new Promise((resolve) => server.close(resolve))
  // A kept-alive connection is idle only once its answer is written.
  const sweep = setInterval(() => server.closeIdleConnections(), lookMilliseconds)
  await Promise.race([closed, pause(withinMilliseconds)])
  clearInterval(sweep)
  server.closeAllConnections()
}

async function untilUnused(server, milliseconds, isQuiet) {
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    if (isQuiet()) {
      server.closeIdleConnections()
      if ((await countConnections(server)) === 0) return
    }
    await pause(lookMilliseconds)
  }
}

function countConnections(server) {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
}

// A serving process: the API, the pages behind it, and an orderly end.
import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { Session } from 'node:inspector/promises'
import { listenAddress } from '../scripts/steps/settings.mjs'
import { countReadyCheck, drain } from './drain.mjs'
import { loadApi } from './load-api.mjs'
import { makePages } from './pages.mjs'

/** The time for running requests at shutdown. */
const drainMilliseconds = 20_000

/** The time for a request to arrive: the largest upload (200 MiB) at 1.5 Mbit/s. Responses have no limit. */
const arrivalMilliseconds = 20 * 60_000

function listener(api, role, toPages) {
  return (request, response) => {
    const { answer, turnAway, refuseMalformed } = api.current
    // RFC 9112 §3.2: invalid. Of several Host headers, Node reports the first, and a proxy may have used another.
    const hosts = countHosts(request.rawHeaders)
    if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1'))
      return refuseMalformed(new Error('not one Host'), request.socket)
    // Next does not expose the peer's address. A client's own header of this name is overwritten.
    request.headers['x-portico-peer'] = request.socket.remoteAddress ?? ''
    request.url = pathOf(request.url)
    countReadyCheck(request)
    if (turnAway(request, response)) return
    if (role === 'worker' && answersAsWorker(request, response)) return
    if (!answer(request, response)) toPages(request, response)
  }
}

/** `headers`: names and values in turn, as received. */
function countHosts(headers) {
  let count = 0
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at].length === 4 && headers[at].toLowerCase() === 'host') count += 1
  return count
}

/** The link that `npm start` prints. It goes to a route, because the page at that address cannot set cookies. */
const signInLink = /^\/sign-in(?=\?(?:.*&)?token=)/

/** A request target may be a whole URL (RFC 9112 §3.2.2), or `*` with OPTIONS. */
function pathOf(target) {
  if (target.startsWith('/sign-in')) return target.replace(signInLink, '/api/sign-in-link')
  if (target.startsWith('/')) return target
  const address = URL.parse(target)
  return address ? pathOf(address.pathname + address.search) : '/'
}

const openInWorkers = new Set(['/api/health', '/api/ready', '/api/metrics'])

/** With ROLE=worker, answers 404 for everything but health, readiness and metrics. Returns whether it answered. */
function answersAsWorker(request, response) {
  if (openInWorkers.has((request.url ?? '').split('?')[0])) return false
  const requestId = `req_${randomBytes(16).toString('hex')}`
  const error = {
    message: 'This process only does background work.',
    type: 'invalid_request_error',
    param: null,
    code: 'not_found',
    request_id: requestId,
  }
  response.writeHead(404, { 'content-type': 'application/json', 'x-request-id': requestId })
  response.end(JSON.stringify({ error }))
  return true
}

/**
 * On Linux, which distributes connections, each web process listens itself. On other systems their primary accepts and passes
 * them on; a connection passed to a process that is being killed stays open and is never answered.
 */
const sharing = cluster.isWorker && process.platform === 'linux' ? { exclusive: true, reusePort: true } : {}

function listen(server, { host, port }) {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ ...listenAddress(host, port), ...sharing }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/**
 * Starting grows the young generation to its maximum, half of it garbage: a hundred megabytes that a process with little to do
 * would keep for hours.
 */
async function collectGarbage() {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}

/**
 * Resolves once requests are accepted, with functions that end the server in order, reload its settings, and load the pages
 * when they are built.
 */
export async function runServer({ root, host, port, role, development }) {
  const server = createServer({
    noDelay: true,
    keepAliveTimeout: 75_000, // longer than that of load balancers
    headersTimeout: 80_000,
    requestTimeout: arrivalMilliseconds,
    requireHostHeader: false, // Node would answer without a body
  })
  const api = await loadApi(root, development)
  const pages = makePages({ root, port, development, server, api })
  const answer = listener(api, role, pages.answer)
  const onRequest = development ? (...pair) => api.swapped.then(() => answer(...pair)) : answer
  server.on('request', onRequest)
  server.on('checkExpectation', onRequest) // RFC 9110 §10.1.1: unknown expectations may be ignored
  server.on('clientError', (error, socket) => api.current.refuseMalformed(error, socket))
  if (!development) await collectGarbage()
  await listen(server, { host, port })
  return {
    reload: () => api.current.reloadSettings(),
    async openPages() {
      await pages.load()
      if (!development) await collectGarbage()
    },
    async end() {
      api.current.beginDrain()
      // In development a browser's connection for reloading stays open for ever.
      await drain(server, development ? 0 : drainMilliseconds)
      await api.current.endProcess()
    },
  }
}

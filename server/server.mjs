// One serving process: the API, behind it the pages, and an orderly end.
import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { Session } from 'node:inspector/promises'
import { listenAddress } from '../scripts/steps/settings.mjs'
import { drain, noticeLook } from './drain.mjs'
import { loadApi } from './load-api.mjs'
import { makePages } from './pages.mjs'

/** For requests that still run at shutdown. */
const drainMilliseconds = 20_000

/** For a request to arrive as a whole: the largest upload (200 MiB) at 1.5 Mbit/s. An answer may take as long as it likes. */
const arrivalMilliseconds = 20 * 60_000

function listener(api, role, toPages) {
  return (request, response) => {
    const { answer, turnAway, refuseMalformed } = api.current
    // RFC 9112 §3.2: not a request. Of several, Node reports the first, and a proxy before us may have used another.
    const hosts = countHosts(request.rawHeaders)
    if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1'))
      return refuseMalformed(new Error('not one Host'), request.socket)
    // Next does not expose the peer's address; what a client sends under this name is not trusted.
    request.headers['x-portico-peer'] = request.socket.remoteAddress ?? ''
    request.url = pathOf(request.url)
    noticeLook(request)
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

/** The link that a start prints: the page of that address could not set cookies. */
const signInLink = /^\/sign-in(?=\?(?:.*&)?token=)/

/** A request may name the whole address (RFC 9112 §3.2.2), or with OPTIONS the server as such: `*`. */
function pathOf(target) {
  if (target.startsWith('/sign-in')) return target.replace(signInLink, '/api/sign-in-link')
  if (target.startsWith('/')) return target
  const address = URL.parse(target)
  return address ? pathOf(address.pathname + address.search) : '/'
}

const openInWorkers = new Set(['/api/health', '/api/ready', '/api/metrics'])

/** ROLE=worker does background work only: answers what it does not serve; false for how it is, which it does. */
function answersAsWorker(request, response) {
  if (openInWorkers.has((request.url ?? '').split('?')[0])) return false
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

/**
 * Web processes each listen by themselves where the system spreads connections over them (Linux). Elsewhere their primary accepts
 * all and passes them on; one that it passes to a process which is just being killed stays open, and is never answered.
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
 * Starting leaves the young generation as large as it may become, half of it garbage: a hundred megabytes that a process
 * with little to do would keep for hours.
 */
async function forgetTheStart() {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}

/**
 * Resolves once requests are accepted: with what ends the server in order, what reads its settings anew, and what loads the pages
 * when they are built.
 */
export async function runServer({ root, host, port, role, development }) {
  const server = createServer({
    noDelay: true,
    keepAliveTimeout: 75_000, // longer than load balancers keep theirs
    headersTimeout: 80_000,
    requestTimeout: arrivalMilliseconds,
    requireHostHeader: false, // Node would answer without a body
  })
  const api = await loadApi(root, development)
  const pages = makePages({ root, port, development, server, api })
  const answer = listener(api, role, pages.answer)
  const take = development ? (...pair) => api.swapped.then(() => answer(...pair)) : answer
  server.on('request', take)
  server.on('checkExpectation', take) // RFC 9110 §10.1.1: what we do not know we may pass over
  server.on('clientError', (error, socket) => api.current.refuseMalformed(error, socket))
  if (!development) await forgetTheStart()
  await listen(server, { host, port })
  return {
    reload: () => api.current.reloadSettings(),
    async openPages() {
      await pages.load()
      if (!development) await forgetTheStart()
    },
    async end() {
      api.current.beginDrain()
      // In development a browser's connection for reloading stays open for ever.
      await drain(server, development ? 0 : drainMilliseconds)
      await api.current.endProcess() // it writes down what it still holds
    },
  }
}

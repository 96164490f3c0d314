// One serving process: the node door before Next's handler, and an orderly end.
import cluster from 'node:cluster'
import { createServer, Server } from 'node:http'
import { Session } from 'node:inspector/promises'
import next from 'next'
import { listenAddress } from '../steps/settings.mjs'
import {
  answersAsWorker,
  beginDrain,
  drain,
  finishDrain,
  frontDoor,
  nodeDoor,
  noticeLook,
  refuseMalformed,
  whenStarted,
} from './application.mjs'
import { shareStatic, staticDoor } from './static-files.mjs'

/** For requests that still run at shutdown. */
const drainMilliseconds = 20_000

/** For a request to arrive as a whole: the largest upload (200 MiB) at 1.5 Mbit/s. An answer may take as long as it likes. */
const arrivalMilliseconds = 20 * 60_000

/** Next would trust them from any client. It writes its own where they are missing. */
const unreadHeaders = ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-real-ip', 'forwarded']

function listener(app, { root, development, role, refuse }) {
  const toNext = app.getRequestHandler()
  // What the node door holds is not reloaded when its code changes, so in development Next alone answers.
  const throughDoor = development ? () => false : nodeDoor()
  const isTurnedAway = frontDoor()
  const isStatic = development ? () => false : staticDoor(root)
  return (request, response) => {
    // RFC 9112 §3.2: not a request. Of several, Node reports the first, and a proxy before us may have used another.
    const hosts = countHosts(request.rawHeaders)
    if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1'))
      return refuse(new Error('not one Host'), request.socket)
    // Next does not expose the peer's address; what a client sends under this name is not trusted.
    request.headers['x-portico-peer'] = request.socket.remoteAddress ?? ''
    request.url = pathOf(request.url)
    noticeLook(request)
    if (isTurnedAway(request, response)) return
    if (role === 'worker' && answersAsWorker(request, response)) return
    if (throughDoor(request, response) || isStatic(request, response)) return
    answerByNext(request, response).catch((error) => {
      console.error(error) // it ends this request, and not the process
      response.destroy()
    })
  }

  async function answerByNext(request, response) {
    request.url = decodable(request.url)
    for (const name of unreadHeaders) delete request.headers[name]
    await toNext(request, response)
  }
}

/** `headers`: names and values in turn, as received. */
function countHosts(headers) {
  let count = 0
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at].length === 4 && headers[at].toLowerCase() === 'host') count += 1
  return count
}

/** A request may name the whole address (RFC 9112 §3.2.2), or with OPTIONS the server as such: `*`. */
function pathOf(target) {
  if (target.startsWith('/')) return target
  const address = URL.parse(target)
  return address ? address.pathname + address.search : '/'
}

/** Next fails on a path with escapes that mean no character. Read literally, they name nothing: not found. */
function decodable(target) {
  const [path, ...query] = target.split('?')
  try {
    decodeURIComponent(path)
    return target
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
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

/** Resolves, once requests are accepted, with the function that ends the server in order. */
export async function runServer({ root, host, port, role, development }) {
  const server = createServer({
    noDelay: true,
    keepAliveTimeout: 75_000, // longer than load balancers keep theirs
    headersTimeout: 80_000,
    requestTimeout: arrivalMilliseconds,
    requireHostHeader: false, // Node would answer without a body
  })
  // Next accepts every offer to change the protocol, and where it is not one of its reloads it hangs up. Clients that offer
  // HTTP/2 (curl, Java's) are answered in HTTP/1.1: outside of development it listens on a server without clients.
  const httpServer = development ? server : new Server()
  const app = next({ dev: development, dir: root, port, hostname: 'localhost', httpServer })
  const started = whenStarted()
  await Promise.all([app.prepare(), started])
  if (!development && role !== 'worker') await shareStatic(root)
  const refuse = refuseMalformed()
  const answer = listener(app, { root, development, role, refuse })
  server.on('request', answer)
  server.on('checkExpectation', answer) // RFC 9110 §10.1.1: what we do not know we may pass over
  server.on('clientError', refuse)
  if (!development) await forgetTheStart()
  await listen(server, { host, port })
  // In development a browser's connection for reloading stays open for ever.
  return async () => {
    beginDrain()
    await drain(server, development ? 0 : drainMilliseconds)
    // The application writes down what it still holds.
    await finishDrain()
  }
}

// Ends the server after running requests have ended.
import { setTimeout as pause } from 'node:timers/promises'

let readyChecks = 0

/** Call it with each request: load balancers check every few seconds whether this process is ready. */
export function countReadyCheck({ url }) {
  if (url === '/api/ready') readyChecks += 1
}

/** Whether there is a proxy: it checks whether this process is ready (the first check is our launcher's), or TRUST_PROXY is set. */
export const isBehindProxy = () => readyChecks > 1 || Boolean(process.env.TRUST_PROXY)

/**
 * A load balancer notices within this time that this process is not ready, and sends requests until then. One that does not
 * check closes idle connections sooner (`keepalive_timeout` in deploy/nginx/portico.conf). If we closed them, a request
 * might just be on its way.
 */
const noticeMilliseconds = 5_000
/** Without a proxy, kept-alive connections are closed once no request has arrived for this long. */
const quietMilliseconds = 300
const lookMilliseconds = 50

/**
 * Waits for running requests. New requests are still served for a moment, so that a proxy notices that this process is not
 * ready before it is refused. Then the server closes, and `withinMilliseconds` later the remaining requests are cut off.
 */
export async function drain(server, withinMilliseconds, isProxied = isBehindProxy()) {
  let lastAt = performance.now()
  server.prependListener('request', (_request, response) => {
    lastAt = performance.now()
    response.setHeader('connection', 'close') // if only we closed it, another request might be on its way
  })
  const isQuiet = () => !isProxied && performance.now() - lastAt >= quietMilliseconds
  await untilUnused(server, Math.min(noticeMilliseconds, withinMilliseconds), isQuiet)
  const closed = new Promise((resolve) => server.close(resolve))
  // A kept-alive connection becomes idle only after its response is written.
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

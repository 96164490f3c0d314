// How requests that run are let end.
import { setTimeout as pause } from 'node:timers/promises'

let looks = 0

/** Call it with each request: a load balancer asks every few seconds whether this process is ready. */
export function noticeLook({ url }) {
  if (url === '/api/ready') looks += 1
}

/** A proxy before us, which asks whether this process is ready (the first look is our launcher's own) or is named as one. */
export const isBehindProxy = () => looks > 1 || Boolean(process.env.TRUST_PROXY)

/**
 * A load balancer notices within this time, and until then still sends requests. One that does not look closes connections that it does
 * not use within less (`keepalive_timeout` in deploy/nginx/portico.conf): closed from here, they could just be sent a request.
 */
const noticeMilliseconds = 5_000
/** Other clients may send more on a kept connection, until none has arrived for this long. */
const quietMilliseconds = 300
const lookMilliseconds = 50

/**
 * Lets running requests end. New ones are served a moment longer, where a proxy sends them or some still run or arrive, so that it
 * learns that this process is not ready instead of being refused; then the server closes, and `withinMilliseconds` later
 * it cuts off what still runs.
 */
export async function drain(server, withinMilliseconds, isProxied = isBehindProxy()) {
  let lastAt = performance.now()
  server.prependListener('request', (_request, response) => {
    lastAt = performance.now()
    response.setHeader('connection', 'close') // closed from our side alone, it could just be sent another request
  })
  const isQuiet = () => !isProxied && performance.now() - lastAt >= quietMilliseconds
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

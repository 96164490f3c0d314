import { setTimeout as pause } from 'node:timers/promises'

/** What spreads requests over several of us asks every few seconds who is ready, and until then still sends some. */
const noticeMilliseconds = 5_000
const lookMilliseconds = 50

/**
 * Lets running requests end. While there are some, new ones are taken for another moment, so that whoever asks hears that
 * this process is not ready instead of being turned away; then the server closes, and `withinMilliseconds` later it cuts
 * off what still runs.
 */
export async function drain(server, withinMilliseconds) {
  await untilUnused(server, Math.min(noticeMilliseconds, withinMilliseconds))
  const closed = new Promise((resolve) => server.close(resolve))
  // A kept-alive connection is idle only once its answer is written.
  const sweep = setInterval(() => server.closeIdleConnections(), lookMilliseconds)
  await Promise.race([closed, pause(withinMilliseconds)])
  clearInterval(sweep)
  server.closeAllConnections()
}

async function untilUnused(server, milliseconds) {
  const end = performance.now() + milliseconds
  for (;;) {
    server.closeIdleConnections()
    if (performance.now() >= end || (await countConnections(server)) === 0) return
    await pause(lookMilliseconds)
  }
}

function countConnections(server) {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
}

// WORKERS > 1: several web processes on one port. A process that dies is replaced.
import cluster from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { stopLeftover } from '../scripts/postgres/postmaster.mjs'
import { noteRestart, restartPauses, WRONG_SETTING } from '../scripts/steps/server.mjs'
import { onHangUp } from '../scripts/steps/stop.mjs'

/** A web process sends this to its primary once it accepts requests. */
export const SERVING = 'serving'

export function runPrimary(count, afterwards) {
  let ending = false
  let everServed = false

  const fork = (index, pauseAfter = restartPauses()) => {
    const worker = cluster.fork({ PORTICO_WORKER: String(index) })
    let servesSince
    worker.on('message', (message) => {
      if (message?.metrics) return relayMetrics(worker, message)
      if (message !== SERVING) return
      servesSince = performance.now()
      if (!everServed) for (let next = 1; next < count; next += 1) fork(next)
      everServed = true
    })
    worker.once('exit', async (code, signal) => {
      if (ending) return
      if (!everServed) process.exit(code || 1)
      if (code === WRONG_SETTING) return giveUp(index)
      const milliseconds = pauseAfter(servesSince === undefined ? 0 : performance.now() - servesSince)
      noteRestart(`Web process ${index}`, signal ?? `code ${code}`, milliseconds)
      await pause(milliseconds)
      if (!ending) fork(index, pauseAfter)
    })
  }
  fork(0) // the others follow once it serves, after it has done what only one process has to do

  const workersNow = () => Object.values(cluster.workers ?? {})
  onOrders({
    reload: () => workersNow().map((worker) => worker.send('reload', () => {})),
    openPages() {
      delete process.env.PORTICO_PAGES // for workers that start later
      for (const worker of workersNow()) worker.send('pages', () => {})
    },
    async end(orphaned) {
      ending = true
      await Promise.all(
        workersNow().map((worker) => {
          const gone = new Promise((resolve) => worker.once('exit', resolve))
          worker.send('drain', () => {}) // one that has already ended needs no message
          return gone
        }),
      )
      await afterwards(orphaned)
      process.exit(0)
    },
  })
}

/** Relays a web process's request for metrics to the others, and their answers back (lib/platform/metrics.ts). */
function relayMetrics(from, { metrics, id, asker, values }) {
  const running = Object.values(cluster.workers ?? {}).filter((worker) => worker.isConnected())
  if (metrics === 'answer')
    return running.find((worker) => worker.id === asker)?.send({ metrics, id, values }, () => {})
  const others = running.filter((worker) => worker !== from)
  from.send({ metrics: 'expect', id, count: others.length }, () => {})
  for (const other of others) other.send({ metrics: 'asked', id, asker: from.id }, () => {})
}

/** For a process whose settings became invalid on the disk: the others still have the old ones and continue. */
function giveUp(index) {
  if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(WRONG_SETTING)
  console.error(`Web process ${index} cannot run with its settings and is not started again.`)
}

/**
 * Calls `end(orphaned)` once: on a signal, on the launcher's message, or when the launcher ends. Later orders are ignored,
 * because draining ends by itself. `reload()` is called on each SIGHUP or message of the launcher; `openPages()` when the
 * launcher has built the pages.
 */
export function onOrders({ end, reload, openPages }) {
  let isRequested = false
  const request = (orphaned) => {
    if (isRequested) return
    isRequested = true
    end(orphaned)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => request(false))
  onHangUp(reload)
  process.on('message', (message) => {
    if (message === 'drain') request(false)
    if (message === 'reload') reload()
    if (message === 'pages') openPages()
  })
  process.on('disconnect', () => request(true))
}

/** Our launcher was killed before it could stop the Postgres that it had started. */
export async function stopOrphanedPostgres() {
  if (process.env.PORTICO_CLUSTER) await stopLeftover(process.env.PORTICO_CLUSTER)
}

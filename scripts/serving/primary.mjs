// WORKERS > 1: that many serving processes on one port. One that dies is replaced.
import cluster from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { restartPauses, tellOfRestart, WRONG_SETTING } from '../steps/supervise.mjs'
import { whenToldToEnd } from './orders.mjs'

export function runPrimary(count, afterwards) {
  let ending = false
  let everServed = false

  const fork = (index, pauseAfter = restartPauses()) => {
    const worker = cluster.fork({ PORTICO_WORKER: String(index) })
    let servesSince
    worker.once('listening', () => {
      servesSince = performance.now()
      if (!everServed) for (let next = 1; next < count; next += 1) fork(next)
      everServed = true
    })
    worker.once('exit', async (code, signal) => {
      if (ending) return
      if (!everServed) process.exit(code || 1)
      if (code === WRONG_SETTING) return giveUp(index)
      const milliseconds = pauseAfter(servesSince === undefined ? 0 : performance.now() - servesSince)
      tellOfRestart(`Web process ${index}`, signal ?? `code ${code}`, milliseconds)
      await pause(milliseconds)
      if (!ending) fork(index, pauseAfter)
    })
  }
  fork(0) // the others follow once it serves: what only one has to do is done by then

  whenToldToEnd(async (orphaned) => {
    ending = true
    const workers = Object.values(cluster.workers ?? {})
    await Promise.all(
      workers.map((worker) => {
        const gone = new Promise((resolve) => worker.once('exit', resolve))
        worker.send('drain', () => {}) // one that is already gone is no concern of ours
        return gone
      }),
    )
    await afterwards(orphaned)
    process.exit(0)
  })
}

/** A setting that was changed on the disk meanwhile: the others still have the old one and serve on. */
function giveUp(index) {
  if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(WRONG_SETTING)
  console.error(`Web process ${index} cannot run with its settings and is not started again.`)
}

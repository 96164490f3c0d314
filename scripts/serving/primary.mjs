// WORKERS > 1: that many serving processes on one port. One that dies is replaced.
import cluster from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { whenToldToEnd } from './orders.mjs'

const pauseBeforeReplacing = 1_000

export function runPrimary(count, afterwards) {
  let ending = false
  let everServed = false

  const fork = (index) => {
    const worker = cluster.fork({ PORTICO_WORKER: String(index) })
    worker.once('listening', () => {
      if (!everServed) for (let next = 1; next < count; next += 1) fork(next)
      everServed = true
    })
    worker.once('exit', async (code, signal) => {
      if (ending) return
      if (!everServed) process.exit(code || 1) // a setting that no process can start with
      console.error(`Web process ${index} ended (${signal ?? code}) and is replaced.`)
      await pause(pauseBeforeReplacing)
      if (!ending) fork(index)
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

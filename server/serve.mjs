// The server process. `npm start` runs it with everything decided in its environment (scripts/steps/settings.mjs); by
// itself it serves what was built, with the settings of any other process.
import cluster from 'node:cluster'
import { enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WRONG_SETTING } from '../scripts/steps/server.mjs'
import { listenHost, loadConfigFile } from '../scripts/steps/settings.mjs'
import { onOrders, runPrimary, SERVING, stopOrphanedPostgres } from './primary.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
enableCompileCache(join(root, '.api', 'compiled')) // a third off what loading the API takes; without where it cannot be written
process.on('SIGHUP', () => {}) // until we take orders it does not end us: the file is about to be read
await loadConfigFile(root).catch(fail)
const role = process.env.ROLE || 'all'
const development = process.env.NODE_ENV === 'development'
const count = role === 'worker' || development ? 1 : Number(process.env.WORKERS || 1)
/** Serves nothing itself: its workers do. */
const leads = count > 1 && cluster.isPrimary

const afterwards = (orphaned) => (orphaned ? stopOrphanedPostgres() : undefined)

function fail(error) {
  const isSetting = ['ConfigurationError', 'Failure'].includes(error?.name)
  console.error(isSetting || error?.code === 'EADDRINUSE' ? error.message : (error?.stack ?? error))
  process.exit(isSetting ? WRONG_SETTING : 1)
}

async function runOne() {
  // Node would end a worker at once when its primary goes; ours drains first.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  const { runServer } = await import('./server.mjs')
  const built = Promise.withResolvers()
  if (process.env.PORTICO_PAGES !== 'later') built.resolve()
  let server = { end: async () => {}, reload() {} }
  onOrders({
    openPages: built.resolve,
    reload: () => server.reload(),
    async end(orphaned) {
      await server.end()
      if (!cluster.worker) await afterwards(orphaned)
      process.exit(0)
    },
  })
  const port = Number(process.env.PORT || 3000)
  const host = listenHost(process.env)
  server = await runServer({ root, host, port, role, development })
  if (cluster.worker) process.send(SERVING)
  if (role !== 'worker') built.promise.then(server.openPages).catch(fail)
}

if (leads) runPrimary(count, afterwards)
else await runOne().catch(fail)

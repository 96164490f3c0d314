// The server process. `npm start` runs it with all settings in its environment (scripts/steps/settings.mjs); run directly, it
// serves what was built, with the settings of its environment.
import cluster from 'node:cluster'
import { enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WRONG_SETTING } from '../scripts/steps/server.mjs'
import { listenHost, loadConfigFile } from '../scripts/steps/settings.mjs'
import { onOrders, runPrimary, SERVING, stopOrphanedPostgres } from './primary.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
enableCompileCache(join(root, '.api', 'compiled')) // loads the API a third faster; skipped if the folder is not writable
process.on('SIGHUP', () => {}) // must not end the process before it takes orders: the file is read next
await loadConfigFile(root).catch(fail)
const role = process.env.ROLE || 'all'
const development = process.env.NODE_ENV === 'development'
const count = role === 'worker' || development ? 1 : Number(process.env.WORKERS || 1)
/** A primary does not serve; its workers do. */
const isPrimary = count > 1 && cluster.isPrimary

const afterwards = (orphaned) => (orphaned ? stopOrphanedPostgres() : undefined)

function fail(error) {
  const isSetting = ['ConfigurationError', 'Failure'].includes(error?.name)
  console.error(isSetting || error?.code === 'EADDRINUSE' ? error.message : (error?.stack ?? error))
  process.exit(isSetting ? WRONG_SETTING : 1)
}

async function runOne() {
  // Node would end a worker at once when its primary ends; ours drains first.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  const { runServer } = await import('./server.mjs')
  const built = Promise.withResolvers()
  if (process.env.PORTICO_PAGES !== 'later') built.resolve()
  let isOutdated = false
  let server = {
    end: async () => {},
    reload() {
      isOutdated = true
    },
  }
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
  if (isOutdated) server.reload() // the file was read before
  if (cluster.worker) process.send(SERVING)
  if (role !== 'worker') built.promise.then(server.openPages).catch(fail)
}

if (isPrimary) runPrimary(count, afterwards)
else await runOne().catch(fail)

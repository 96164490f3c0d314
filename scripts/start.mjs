// `npm start`: from a fresh clone to a running Portico, doing only what is missing. `--dev` serves with hot reload,
// `--no-env-file` leaves a file named .env unread.
// This file and its static imports need no packages and run on Node 18; the rest is imported once both are there.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure, printFailure } from './steps/failure.mjs'
import { onNewEnoughNode } from './steps/runtime.mjs'
import { whenTold } from './steps/signals.mjs'
import { isStopping, onStop, stopAll } from './steps/stop.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
let serverProcess
const development = process.argv.includes('--dev')

async function prepare() {
  const { loadEnvFile, readSettings } = await import('./steps/settings.mjs')
  const { claimInstance } = await import('./steps/claim-instance.mjs')
  const { prepareBuild, prepareCheckout } = await import('./steps/checkout.mjs')
  if (!process.argv.includes('--no-env-file')) loadEnvFile(root)
  const settings = readSettings(process.env, root)
  const instance = await claimInstance(settings)
  await prepareCheckout(root)
  const build = development ? undefined : await prepareBuild(root)
  const { clusterFolder, prepareDatabase } = await import('./steps/database.mjs')
  const databaseUrl = await prepareDatabase({ root, ...settings, onLost: end })
  const cluster = settings.databaseUrl ? undefined : clusterFolder(settings.dataDir)
  return {
    settings: { ...settings, databaseUrl, cluster, build, development, port: instance.port },
    instance,
  }
}

async function serve({ settings, instance }) {
  const { claimBuild } = await import('./steps/build.mjs')
  const { addressOf, exposureWarning, localUrl, serverEnvironment } = await import('./steps/settings.mjs')
  const { keptSecret } = await import('./steps/kept-secret.mjs')
  const { launchServer, whenReady } = await import('./steps/server.mjs')
  const { identityOf } = await import('./steps/lock.mjs')
  const { note, step } = await import('./steps/progress.mjs')
  const { banner, readDemo } = await import('./steps/banner.mjs')
  const { dataDir, host, port, build } = settings
  if (build) claimBuild(root, build)
  const secret = settings.secret ?? keptSecret(`${dataDir}/nextauth-secret`)
  const server = launchServer(root, serverEnvironment(process.env, { ...settings, secret }))
  serverProcess = server
  onStop(() => {
    instance.update({ stopping: true })
    return server.stop()
  })
  instance.update({ server: identityOf(server.pid) })
  await step('Starting the server', () => whenReady(server, localUrl(host, port)))
  const warning = exposureWarning(settings)
  if (warning) note(`Warning: ${warning}`)
  console.log(banner(readDemo(dataDir, addressOf(settings))))
  process.send?.('ready')
  return server.exit
}

async function end(error) {
  if (error && !isStopping()) printFailure(error)
  const code = error ? 1 : 0
  await stopAll()
  process.exit(code)
}

try {
  await onNewEnoughNode(root)
  whenTold(
    () => {
      if (serverProcess)
        console.log('\n  Stopping; a second Ctrl-C does not wait for requests that still run.')
      end()
    },
    () => serverProcess?.kill(),
  )
  const code = await serve(await prepare())
  if (!isStopping()) await end(new Failure(`The server ended by itself (${code}).`))
} catch (error) {
  if (!isStopping()) await end(error)
}

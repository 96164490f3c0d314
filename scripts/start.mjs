// `npm start`: from a fresh clone to a running Portico, doing only what is missing. `--dev` serves with hot reload,
// `--no-env-file` leaves .env and its like unread.
// This file and its static imports need no packages and run on Node 18; the rest is imported once both are there.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printFailure } from './steps/output.mjs'
import { onNewEnoughNode } from './steps/runtime.mjs'
import { isStopping, onHangUp, onStop, onStopRequest, stopAll } from './steps/stop.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
let serverProcess
const development = process.argv.includes('--dev')

async function prepare() {
  const { configFile, ignoreEnvFiles, loadConfigFile, loadEnvFile, readSettings } = await import(
    './steps/settings.mjs'
  )
  const { claimInstance } = await import('./steps/claim-instance.mjs')
  const { prepareBuild, prepareCheckout } = await import('./steps/checkout.mjs')
  if (process.argv.includes('--no-env-file')) ignoreEnvFiles(root)
  else loadEnvFile(root)
  if (configFile(process.env, root)) {
    await prepareCheckout(root)
    await loadConfigFile(root)
  }
  const settings = readSettings(process.env, root)
  const instance = await claimInstance(settings)
  await prepareCheckout(root)
  if (!development) await prepareBuild(root)
  const { clusterFolder, prepareDatabase } = await import('./steps/database.mjs')
  const databaseUrl = await prepareDatabase({ root, ...settings })
  const cluster = settings.databaseUrl ? undefined : clusterFolder(settings.dataDir)
  return {
    settings: { ...settings, databaseUrl, cluster, development, port: instance.port },
    instance,
  }
}

async function serve({ settings, instance }) {
  const { claimBuild } = await import('./steps/build.mjs')
  const { addressOf, exposureWarning, keptSecret, localUrl, serverEnvironment } = await import(
    './steps/settings.mjs'
  )
  const { launchServer, supervise, whenReady } = await import('./steps/server.mjs')
  const { identityOf } = await import('./steps/processes.mjs')
  const { banner, note, readDemo, step } = await import('./steps/output.mjs')
  const { dataDir, host, port, startSeconds } = settings
  if (!development) claimBuild(root)
  const secret = settings.secret ?? keptSecret(`${dataDir}/nextauth-secret`)
  const environment = serverEnvironment(process.env, { ...settings, secret })
  onStop(() => {
    instance.update({ stopping: true })
    return serverProcess?.stop()
  })
  await supervise({
    launch() {
      serverProcess = launchServer(root, environment)
      instance.update({ server: identityOf(serverProcess.pid) })
      return serverProcess
    },
    untilReady: (server) =>
      step('Starting the server', () => whenReady(server, localUrl(host, port), startSeconds)),
    onReady(isFirst) {
      if (!isFirst) return note('The server is ready again')
      const warning = exposureWarning(settings)
      if (warning) note(`Warning: ${warning}`)
      console.log(banner(readDemo(dataDir, addressOf(settings))))
      process.send?.('ready')
    },
    isStopping,
  })
}

async function end(error) {
  if (error && !isStopping()) printFailure(error)
  const code = error ? 1 : 0
  await stopAll()
  process.exit(code)
}

try {
  await onNewEnoughNode(root)
  onHangUp(() => serverProcess?.reload())
  onStopRequest(
    () => {
      if (serverProcess)
        console.log('\n  Stopping; a second Ctrl-C does not wait for requests that still run.')
      end()
    },
    () => serverProcess?.kill(),
  )
  await serve(await prepare())
} catch (error) {
  if (!isStopping()) await end(error)
}

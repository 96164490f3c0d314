// `npm start`: from a fresh clone to a running Portico, doing only what is missing. `--dev` serves with hot reload, `--no-env-file`
// does not read .env files. This file and its static imports need no packages and run on Node 18; the rest is imported once packages
// and a newer Node are there.
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
  const { prepareApi, prepareCheckout } = await import('./steps/checkout.mjs')
  if (process.argv.includes('--no-env-file')) ignoreEnvFiles(root)
  else loadEnvFile(root)
  if (configFile(process.env, root)) {
    await prepareCheckout(root)
    await loadConfigFile(root)
  }
  const settings = readSettings(process.env, root)
  const instance = await claimInstance(settings)
  await prepareCheckout(root)
  const { clusterFolder, prepareDatabase } = await import('./steps/database.mjs')
  const [databaseUrl] = await Promise.all([
    prepareDatabase({ root, ...settings }),
    development ? undefined : prepareApi(root),
  ])
  const cluster = settings.databaseUrl ? undefined : clusterFolder(settings.dataDir)
  return {
    settings: { ...settings, databaseUrl, cluster, development, port: instance.port },
    instance,
  }
}

async function serve({ settings, instance }) {
  const { claimBuild } = await import('./steps/build.mjs')
  const { hasPages, prepareBuild } = await import('./steps/checkout.mjs')
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
  let isBuilt = development || hasPages(root)
  const url = localUrl(host, port)
  onStop(() => {
    instance.update({ stopping: true })
    return serverProcess?.stop()
  })

  function announce(what) {
    console.log(banner(what, readDemo(dataDir, addressOf(settings))))
    if (isBuilt) process.send?.('ready')
  }

  /** The API keeps running whether or not this succeeds. */
  async function buildConsole() {
    try {
      await prepareBuild(root)
      isBuilt = true
      serverProcess.openPages()
      await whenReady(serverProcess, `${url}/sign-in`, startSeconds)
      announce('The console')
    } catch (error) {
      if (isStopping()) return
      printFailure(error)
      note('The console could not be built. The API runs without it, and the next start tries again.')
    }
  }

  await supervise({
    launch() {
      serverProcess = launchServer(root, isBuilt ? environment : { ...environment, PORTICO_PAGES: 'later' })
      instance.update({ server: identityOf(serverProcess.pid) })
      return serverProcess
    },
    untilReady: (server) =>
      step('Starting the server', () => whenReady(server, `${url}/api/ready`, startSeconds)),
    onReady(isFirst) {
      if (!isFirst) return note('The server is ready again')
      const warning = exposureWarning(settings)
      if (warning) note(`Warning: ${warning}`)
      announce(isBuilt ? 'Portico' : 'The API')
      if (!isBuilt) buildConsole()
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
        console.log('\n  Stopping. Press Ctrl-C again to stop without waiting for running requests.')
      end()
    },
    () => serverProcess?.kill(),
  )
  await serve(await prepare())
} catch (error) {
  if (!isStopping()) await end(error)
}

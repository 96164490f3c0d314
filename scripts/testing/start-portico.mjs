// The product itself, started for the end-to-end tests with a DATA_DIR and a port of its own.
import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unassignedPort } from '../postgres/free-port.mjs'
import { Failure } from '../steps/output.mjs'

const fromHere = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'USER', 'NODE_EXTRA_CA_CERTS', 'CI']

/** Nothing of this machine's settings: a test must never reach a real provider with someone's key. */
async function environment(dataDir, settings) {
  const kept = Object.fromEntries(
    fromHere.filter((name) => name in process.env).map((name) => [name, process.env[name]]),
  )
  return {
    ...kept,
    PORT: String(await unassignedPort()),
    DATA_DIR: dataDir,
    DEMO: 'on',
    LOG_LEVEL: 'warn',
    ...settings,
  }
}

/** Starts it as `npm start` would, on the DATA_DIR of `settings` or a new one that goes when it ends. `url` is where it answers. */
export async function startPortico(root, { logFile, settings = {} }) {
  const dataDir = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'portico-e2e-'))
  const env = await environment(dataDir, settings)
  mkdirSync(dirname(logFile), { recursive: true })
  const log = createWriteStream(logFile)
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs'), '--no-env-file'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    exit.then(() => reject(new Failure(`Portico did not start: see ${logFile}.`)))
  })
  return {
    url: `http://localhost:${env.PORT}`,
    dataDir,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM')
      const code = await exit
      if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
      if (code !== 0) throw new Failure(`Portico ended with code ${code}: see ${logFile}.`)
    },
  }
}

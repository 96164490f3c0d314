// Starts the product for end-to-end tests, with its own DATA_DIR and port.
import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unassignedPort } from '../postgres/free-port.mjs'
import { Failure } from '../steps/output.mjs'

const fromHere = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'USER', 'NODE_EXTRA_CA_CERTS', 'CI']

/** Without this machine's settings: a test must never reach a real provider with someone's key. */
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

/** Starts it as `npm start` would, on the DATA_DIR in `settings`, or on a new one that is deleted afterwards. Returns its `url`. */
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
    exit.then(() => reject(new Failure(`Portico did not start. See ${logFile}.`)))
  })
  return {
    url: `http://localhost:${env.PORT}`,
    dataDir,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM')
      const code = await exit
      if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
      if (code !== 0) throw new Failure(`Portico exited with code ${code}. See ${logFile}.`)
    },
  }
}

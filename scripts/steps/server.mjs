// The server process, from the launcher's side: started, found ready, told to drain.
import { spawn } from 'node:child_process'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from './failure.mjs'
import { waitForExit } from './processes.mjs'

const readyWithinMilliseconds = 120_000
/** Longer than the server gives its requests (scripts/serve.mjs). */
const drainMilliseconds = 40_000

/** As many pools of memory as processors would let what pictures leave behind lie scattered and never be given back. */
const allocator = { MALLOC_ARENA_MAX: '2' }

export function launchServer(root, env) {
  const child = spawn(process.execPath, [join(root, 'scripts', 'serve.mjs')], {
    cwd: root,
    env: { ...allocator, ...env },
    // Ctrl-C reaches the launcher alone, which then tells the server; the channel tells the server if we are gone.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exit = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, reason: signal ?? `code ${code}` }))
    child.once('error', (error) => resolve({ code: null, reason: error.message }))
  })
  return {
    pid: child.pid,
    exit,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      if (child.connected) child.send('drain')
      if (!(await waitForExit(child.pid, drainMilliseconds))) child.kill('SIGKILL')
      await exit
    },
    kill: () => child.kill('SIGKILL'),
  }
}

/** Not by fetch, which refuses a port that it takes for another service's. */
const answers = (url) =>
  new Promise((resolve) => {
    const request = get(url, (response) => {
      response.resume()
      response.once('close', () => resolve(response.statusCode === 200))
    })
    request.once('error', () => resolve(false))
  })

/** Resolves once the server at `url` takes requests. */
export async function whenReady(server, url) {
  const end = Date.now() + readyWithinMilliseconds
  let exited = false
  server.exit.then(() => {
    exited = true
  })
  while (!(await answers(`${url}/api/ready`))) {
    if (exited) throw new Failure('') // it has said why
    if (Date.now() > end) throw new Failure('The server does not get ready.')
    await pause(25)
  }
}

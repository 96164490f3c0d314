// The server process from the launcher's side: starts it, waits until it is ready, drains it, and restarts it when it exits, with
// growing pauses.
import { spawn } from 'node:child_process'
import { get } from 'node:http'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure, note, seconds } from './output.mjs'
import { waitForExit } from './processes.mjs'

/** Longer than the server gives its requests (server/server.mjs). */
const drainMilliseconds = 40_000

/** With one memory arena per CPU, memory of processed images would fragment and never be returned. */
const allocator = { MALLOC_ARENA_MAX: '2' }

export function launchServer(root, env) {
  const child = spawn(process.execPath, [join(root, 'server', 'serve.mjs')], {
    cwd: root,
    env: { ...allocator, ...env },
    // Ctrl-C reaches only the launcher, which stops the server. The channel closes if the launcher dies.
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
    /** Rereads portico.yaml. Not by a signal, which would end a server that does not handle it yet. */
    reload: () => child.connected && child.send('reload'),
    /** The pages are built. */
    openPages: () => child.connected && child.send('pages'),
    kill: () => child.kill('SIGKILL'),
  }
}

/** Not with fetch, which refuses ports of well-known services. */
const answers = (url) =>
  new Promise((resolve) => {
    const request = get(url, (response) => {
      response.resume()
      response.once('close', () => resolve(response.statusCode === 200))
    })
    request.once('error', () => resolve(false))
  })

/** Load per CPU, at least 1. The time allowed for a start grows with it. */
const loadOf = () => Math.max(1, loadavg()[0] / availableParallelism())

/** Resolves once the server answers at `url`, within `startSeconds` times the highest load meanwhile. */
export async function whenReady(server, url, startSeconds, load = loadOf) {
  const startedAt = performance.now()
  let highest = 1
  let exited = false
  server.exit.then(() => {
    exited = true
  })
  while (!(await answers(url))) {
    if (exited) throw new Failure('') // the server printed the reason
    highest = Math.max(highest, load())
    const limit = startSeconds * highest
    if (performance.now() - startedAt > limit * 1000)
      throw new Failure(
        `The server was not ready within ${Math.round(limit)} s (START_TIMEOUT_SECONDS is ${startSeconds}, multiplied by a load of ${highest.toFixed(1)} per CPU).`,
      )
    await pause(25)
  }
}

/** Exit code of a server with invalid settings (EX_CONFIG). Restarting would not help. */
export const WRONG_SETTING = 78

const STEADY_MILLISECONDS = 5_000
const LONGEST_PAUSE_MILLISECONDS = 30_000

/**
 * Returns how long to wait before restarting a process that ran this long: not at all the first time, then 1 s, 2 s, 4 s … up to half
 * a minute.
 */
export function restartPauses() {
  let failures = 0
  return (ranMilliseconds) => {
    if (ranMilliseconds >= STEADY_MILLISECONDS) failures = 0
    failures += 1
    return failures === 1 ? 0 : Math.min(500 * 2 ** (failures - 1), LONGEST_PAUSE_MILLISECONDS)
  }
}

/** Reports a process that exited unexpectedly. */
export function noteRestart(what, reason, milliseconds) {
  const when = milliseconds > 0 ? `in ${seconds(milliseconds)}` : 'now'
  note(`${what} exited unexpectedly (${reason}) and restarts ${when}`)
}

/**
 * Runs the server until we are stopped. `launch()` starts one, `untilReady(server)` rejects if it does not become ready, `onReady(isFirst)`
 * is called when it does. A server that was never ready, or has an invalid setting, ends the start.
 */
export async function supervise({
  launch,
  untilReady,
  onReady,
  isStopping,
  wait = (milliseconds) => pause(milliseconds),
}) {
  const pauseAfter = restartPauses()
  let isFirst = true
  for (;;) {
    const server = launch()
    const readyAt = await ready(server, untilReady, isFirst)
    if (readyAt !== undefined) onReady(isFirst)
    isFirst = false
    const { code, reason } = await server.exit
    if (isStopping()) return
    if (code === WRONG_SETTING) throw new Failure('') // the server printed the reason
    const milliseconds = pauseAfter(readyAt === undefined ? 0 : performance.now() - readyAt)
    noteRestart('The server', reason, milliseconds)
    await wait(milliseconds)
    if (isStopping()) return
  }
}

/** When it became ready. A server that does not is killed and restarted like one that died. */
async function ready(server, untilReady, mustBe) {
  try {
    await untilReady(server)
    return performance.now()
  } catch (error) {
    if (mustBe) throw error
    server.kill()
    return undefined
  }
}

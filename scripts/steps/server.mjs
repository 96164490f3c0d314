// The server process, from the launcher's side: started, found ready, drained; and started again when it ended by itself,
// later and later while it keeps ending.
import { spawn } from 'node:child_process'
import { get } from 'node:http'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure, note, seconds } from './output.mjs'
import { waitForExit } from './processes.mjs'

/** Longer than the server gives its requests (server/server.mjs). */
const drainMilliseconds = 40_000

/** As many pools of memory as processors would let what pictures leave behind lie scattered and never be given back. */
const allocator = { MALLOC_ARENA_MAX: '2' }

export function launchServer(root, env) {
  const child = spawn(process.execPath, [join(root, 'server', 'serve.mjs')], {
    cwd: root,
    env: { ...allocator, ...env },
    // Ctrl-C reaches the launcher alone, which then stops the server; the channel closes when we die.
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
    /** It reads portico.yaml anew. Not by a signal: one that comes before it listens to it would end it. */
    reload: () => child.connected && child.send('reload'),
    /** They are built now. */
    openPages: () => child.connected && child.send('pages'),
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

/** How many processes want each processor, 1 where none has to wait; the time for a start grows with it. */
const loadOf = () => Math.max(1, loadavg()[0] / availableParallelism())

/** Resolves once the server answers at `url`: within the seconds, times the highest load meanwhile. */
export async function whenReady(server, url, startSeconds, load = loadOf) {
  const startedAt = performance.now()
  let highest = 1
  let exited = false
  server.exit.then(() => {
    exited = true
  })
  while (!(await answers(url))) {
    if (exited) throw new Failure('') // it has said why
    highest = Math.max(highest, load())
    const limit = startSeconds * highest
    if (performance.now() - startedAt > limit * 1000)
      throw new Failure(
        `The server was not ready within ${Math.round(limit)} s. START_TIMEOUT_SECONDS is ${startSeconds}, times a load of ${highest.toFixed(1)} for each processor.`,
      )
    await pause(25)
  }
}

/** The exit code of a server that cannot run with its settings (EX_CONFIG): starting it again would change nothing. */
export const WRONG_SETTING = 78

const STEADY_MILLISECONDS = 5_000
const LONGEST_PAUSE_MILLISECONDS = 30_000

/**
 * Answers how long to wait before a process that ran this long is started again: not at all, and when it has just been
 * started again 1 s, 2 s, 4 s … up to half a minute.
 */
export function restartPauses() {
  let failures = 0
  return (ranMilliseconds) => {
    if (ranMilliseconds >= STEADY_MILLISECONDS) failures = 0
    failures += 1
    return failures === 1 ? 0 : Math.min(500 * 2 ** (failures - 1), LONGEST_PAUSE_MILLISECONDS)
  }
}

/** What is said of a process that ended by itself. */
export function noteRestart(what, reason, milliseconds) {
  const when = milliseconds > 0 ? `in ${seconds(milliseconds)}` : 'at once'
  note(`${what} ended by itself (${reason}) and is started again ${when}`)
}

/**
 * Runs the server until we are stopped. `launch()` starts one, `untilReady(server)` rejects when it does not get ready;
 * `onReady(isFirst)` is called when it did. One that has never been ready, or has a wrong setting, ends the start.
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
    if (code === WRONG_SETTING) throw new Failure('') // it has said why
    const milliseconds = pauseAfter(readyAt === undefined ? 0 : performance.now() - readyAt)
    noteRestart('The server', reason, milliseconds)
    await wait(milliseconds)
    if (isStopping()) return
  }
}

/** When it got ready. One that never does is ended, to be started again like one that died. */
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

// Requests to stop (Ctrl-C, a signal, or the exit of the process that started us), and cleanup tasks.
import { isatty } from 'node:tty'
import { commandOf, identityOf, isSameProcess, parentOf } from './processes.mjs'

/** Cleanup tasks, newest last. */
const tasks = []
let stopping = false

export const isStopping = () => stopping

/** Adds a cleanup task. Returns a function that removes it. */
export function onStop(task) {
  tasks.push(task)
  return () => {
    const index = tasks.indexOf(task)
    if (index >= 0) tasks.splice(index, 1)
  }
}

/** Runs all cleanup tasks, even if one fails. */
export async function stopAll() {
  stopping = true
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    try {
      await task()
    } catch (error) {
      console.error(error.message)
    }
  }
}

/** One Ctrl-C can arrive several times: from the terminal, from npm, from the older Node that started us. */
const sameOrderMilliseconds = 1_000

/** npm, if it runs us: our parent, or the parent of the shell between us. Linux only. */
function findNpm() {
  if (!process.env.npm_lifecycle_event || process.platform !== 'linux') return undefined
  let pid = process.ppid
  for (let steps = 0; steps < 2; steps += 1) {
    const command = commandOf(pid)
    if (/\bnpm\b/.test(command)) return identityOf(pid)
    pid = parentOf(pid)
  }
  return undefined
}

/** npm forwards signals to a shell that does not pass them on, and cannot forward its own `kill -9`. */
export function whenNpmGone(request) {
  const npm = findNpm()
  if (!npm) return
  const timer = setInterval(() => {
    if (isSameProcess(npm)) return
    clearInterval(timer)
    request()
  }, 300)
  timer.unref()
}

const hadTerminal = isatty(0)

/** A closing terminal stops us like SIGTERM. Any other SIGHUP (`kill -HUP`, or after `nohup`) calls `reload`. */
export function onHangUp(reload) {
  process.on('SIGHUP', () => {
    if (!hadTerminal || isatty(0)) return reload()
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {}) // nobody reads them any more
    if (!process.emit('SIGTERM')) process.exit(129)
  })
}

/** Calls `stop` the first time, and `force` for a later request. */
export function onStopRequest(stop, force) {
  let requestedAt = 0
  const request = (signal) => {
    if (!requestedAt) {
      requestedAt = Date.now()
      stop()
    } else if (signal && Date.now() - requestedAt > sameOrderMilliseconds) {
      force()
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => request(signal))
  if (process.channel) process.once('disconnect', () => request())
  else whenNpmGone(() => request())
}

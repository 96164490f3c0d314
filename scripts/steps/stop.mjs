// Requests to stop (by Ctrl-C, by a signal, or by the end of the process that started us), and what has to be undone then.
import { isatty } from 'node:tty'
import { commandOf, identityOf, isSameProcess, parentOf } from './processes.mjs'

/** What is to be undone, newest last. */
const tasks = []
let stopping = false

export const isStopping = () => stopping

/** Remembers `task` for the end; returns a function that forgets it again. */
export function onStop(task) {
  tasks.push(task)
  return () => {
    const index = tasks.indexOf(task)
    if (index >= 0) tasks.splice(index, 1)
  }
}

/** Undoes everything, each task even when another one failed. */
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

/** One Ctrl-C may arrive several times: from the terminal, from npm, from the older Node that started us. */
const sameOrderMilliseconds = 1_000

/** npm, when it is what runs us: our parent, or the shell between us. Found on Linux alone. */
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

/** npm passes signals on to a shell that keeps them to itself, and cannot pass on its own `kill -9`. */
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

/** A terminal that closes ends what runs in it, as SIGTERM does. Any other SIGHUP (`kill -HUP`, or after `nohup`) calls `reload`. */
export function onHangUp(reload) {
  process.on('SIGHUP', () => {
    if (!hadTerminal || isatty(0)) return reload()
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {}) // nobody reads them
    if (!process.emit('SIGTERM')) process.exit(129)
  })
}

/** Calls `stop` the first time, `force` when a second order is given later. */
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

// Being told to stop: by Ctrl-C, by a signal, or by the end of the process that started us.
import { identityOf, isSameProcess } from './lock.mjs'
import { commandOf, parentOf } from './processes.mjs'

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
export function whenNpmGone(tell) {
  const npm = findNpm()
  if (!npm) return
  const timer = setInterval(() => {
    if (isSameProcess(npm)) return
    clearInterval(timer)
    tell()
  }, 300)
  timer.unref()
}

/** Calls `stop` the first time, `force` when a second order is given later. */
export function whenTold(stop, force) {
  let toldAt = 0
  const tell = (signal) => {
    if (!toldAt) {
      toldAt = Date.now()
      stop()
    } else if (signal && Date.now() - toldAt > sameOrderMilliseconds) {
      force()
    }
  }
  // Not SIGHUP: taking it would undo what `nohup npm start` asks for.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tell(signal))
  if (process.channel) process.once('disconnect', () => tell())
  else whenNpmGone(() => tell())
}

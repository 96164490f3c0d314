// Keeps a process running: one that ended by itself is started again, later and later while it keeps ending.
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from './failure.mjs'
import { note, seconds } from './progress.mjs'

/** The exit code of a server that cannot run with its settings (EX_CONFIG): starting it again would change nothing. */
export const WRONG_SETTING = 78

const STEADY_MILLISECONDS = 5_000
const LONGEST_PAUSE_MILLISECONDS = 30_000

/**
 * Answers how long to wait before a process is started again that ran for so long: not at all, and when it has just been
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
export function tellOfRestart(what, reason, milliseconds) {
  const when = milliseconds > 0 ? `in ${seconds(milliseconds)}` : 'at once'
  note(`${what} ended by itself (${reason}) and is started again ${when}`)
}

/**
 * Runs the server until we are told to stop. `launch()` starts one, `untilReady(server)` rejects when it does not get ready;
 * `onReady(isFirst)` hears that it did. One that has never been ready, or has a wrong setting, ends the start.
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
    tellOfRestart('The server', reason, milliseconds)
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

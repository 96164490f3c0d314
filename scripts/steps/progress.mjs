// One line for each step: what it does while it lasts, how long it took when it is done.
import { AsyncLocalStorage } from 'node:async_hooks'

const ticks = process.stdout.isTTY === true
const stillMilliseconds = 20_000

export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`

const line = (mark, title, time) => `  ${mark} ${title.padEnd(34)} ${time.padStart(8)}`

/** What goes on, from when on. */
const running = new Map()

function draw() {
  const [startedAt] = running.values()
  process.stdout.write(`\r${line('…', [...running.keys()].join(', '), seconds(Date.now() - startedAt))}`)
}

/** Something that goes on on a terminal's last line; elsewhere a plain line now and then. */
function showRunning(title, startedAt) {
  running.set(title, startedAt)
  if (!ticks) {
    console.log(`  … ${title}`)
    return setInterval(
      () => console.log(line('…', title, seconds(Date.now() - startedAt))),
      stillMilliseconds,
    )
  }
  draw()
  return setInterval(draw, 200)
}

const wipe = () => ticks && process.stdout.write('\r\x1b[K')

const within = new AsyncLocalStorage()

/**
 * Runs `work` under a line of its own and passes on what it resolves with. `summarise(result)` may add a word to the line,
 * `isGood(result)` may find that it went wrong though nothing was thrown. A step within a step has no line.
 * Several may run at once.
 */
export async function step(title, work, { summarise = () => '', isGood = () => true } = {}) {
  if (within.getStore()) return work()
  const startedAt = Date.now()
  const timer = showRunning(title, startedAt)
  const end = (mark, word) => {
    wipe()
    console.log(`${line(mark, title, seconds(Date.now() - startedAt))}  ${word}`.trimEnd())
  }
  try {
    const result = await within.run(true, work)
    end(isGood(result) ? '✓' : '✗', summarise(result))
    return result
  } catch (error) {
    end('✗', '')
    throw error
  } finally {
    clearInterval(timer)
    running.delete(title)
  }
}

export function note(text) {
  wipe()
  console.log(`  · ${text}`)
}

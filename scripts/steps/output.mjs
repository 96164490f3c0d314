// What a start prints: a line per step, notes, failures, and at the end what a person needs to begin.
import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An error the user can understand and fix. Its message is printed, its stack is not. */
export class Failure extends Error {
  name = 'Failure'

  constructor(message, output = '') {
    super(message)
    this.output = output
  }
}

/** Prints an error, with the output of a failed program. */
export function printFailure(error) {
  if (!(error instanceof Failure)) return console.error(`\n${error?.stack ?? error}`)
  if (error.output) console.error(`\n${error.output}`)
  if (error.message) console.error(`\n${error.message}`)
}

const ticks = process.stdout.isTTY === true
const stillMilliseconds = 20_000

export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`

const line = (mark, title, time) => `  ${mark} ${title.padEnd(34)} ${time.padStart(8)}`

/** Running steps and when they began. */
const running = new Map()

function draw() {
  const [startedAt] = running.values()
  process.stdout.write(`\r${line('…', [...running.keys()].join(', '), seconds(Date.now() - startedAt))}`)
}

/** Shows running steps: in a terminal on its last line, elsewhere as a plain line now and then. */
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
 * Runs `work`, prints a line for it, and returns its result. `summarise(result)` adds text to the line; `isGood(result)` can mark it as
 * failed although nothing was thrown. Nested steps have no line. Several can run at once.
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

const question = '{"model":"sandbox/chat","messages":[{"role":"user","content":"Hello!"}]}'

/** `what` is ready: `The API` (key and curl command), `The console` (sign-in link), or `Portico` (both). */
export function banner(what, { url, sign_in_url: link, email, password, api_key: apiKey }) {
  const lines = ['', `  ${what} is ready at ${url}`, '']
  if (what !== 'The API') {
    if (link) lines.push('  Open this link to sign in. Keep it to yourself', '', `    ${link}`, '')
    if (email) lines.push('  Demo account', `    email     ${email}`, `    password  ${password}`)
  }
  if (apiKey && what !== 'The console') {
    lines.push(`    API key   ${apiKey}`, '', '  Try it', '')
    lines.push(`    curl ${url}/v1/chat/completions -H 'Authorization: Bearer ${apiKey}' \\`)
    lines.push(`      -H 'Content-Type: application/json' -d '${question}'`)
  }
  if (apiKey) lines.push('', '  Press Ctrl-C to stop.', '')
  return lines.join('\n')
}

/** The demo account the server wrote to disk; only the URL if there is none. */
export function readDemo(dataDir, url) {
  const file = join(dataDir, 'demo.json')
  return existsSync(file) ? { ...JSON.parse(readFileSync(file, 'utf8')), url } : { url }
}

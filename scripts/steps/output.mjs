// What a start prints: a line for each step, notes, failures, and at the end what a person needs to begin.
import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Something the person who started us can understand and mend: its message is printed, its stack is not. */
export class Failure extends Error {
  name = 'Failure'

  constructor(message, output = '') {
    super(message)
    this.output = output
  }
}

/** Prints an error the way a person wants it, and what a failed program had to say. */
export function printFailure(error) {
  if (!(error instanceof Failure)) return console.error(`\n${error?.stack ?? error}`)
  if (error.output) console.error(`\n${error.output}`)
  if (error.message) console.error(`\n${error.message}`)
}

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

const question = '{"model":"sandbox/chat","messages":[{"role":"user","content":"Hello!"}]}'

/** What is ready: `The API`, with a key and a line to paste; `The console`, with who signs in; or `Portico`, which is both. */
export function banner(what, { url, sign_in_url: link, email, password, api_key: apiKey }) {
  const lines = ['', `  ${what} is ready at ${url}`, '']
  if (what !== 'The API') {
    if (link) lines.push('  Open this to sign in; keep it to yourself', '', `    ${link}`, '')
    if (email) lines.push('  Demo account', `    email     ${email}`, `    password  ${password}`)
  }
  if (apiKey && what !== 'The console') {
    lines.push(`    API key   ${apiKey}`, '', '  Try it', '')
    lines.push(`    curl ${url}/v1/chat/completions -H 'Authorization: Bearer ${apiKey}' \\`)
    lines.push(`      -H 'Content-Type: application/json' -d '${question}'`)
  }
  if (apiKey) lines.push('', '  Ctrl-C stops it.', '')
  return lines.join('\n')
}

/** The demo account as the server wrote it down; only the address when there is none. */
export function readDemo(dataDir, url) {
  const file = join(dataDir, 'demo.json')
  return existsSync(file) ? { ...JSON.parse(readFileSync(file, 'utf8')), url } : { url }
}

// npm run soak: many mixed requests (whole, streamed, tools, fallbacks, clients that hang up) before upstreams that fail
// now and then. Afterwards money, usage rows and the upstreams' own count must agree exactly.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOwn, stopAll } from '../children.mjs'
import { startPorticoWith } from '../start-portico.mjs'
import { auditSoak } from './audit.mjs'
import { providersAt } from './plan.mjs'
import { readRows, readSettledBalance, readUsage } from './read-account.mjs'
import { readOptions } from './read-options.mjs'
import { makeSender } from './send.mjs'

const options = readOptions(process.argv.slice(2))
const folder = mkdtempSync(join(tmpdir(), 'portico-soak-'))
const startedAt = performance.now()
const say = (text) =>
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}`)

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end().finally(() => process.exit(130)))

/** Sends all requests, some at a time, and gathers what their clients saw. */
async function sendAll(send) {
  const seen = []
  let next = 0
  const work = async () => {
    while (next < options.requests) {
      const n = next++
      seen.push(await send(n).catch((error) => ({ n, outcome: 'lost', code: error.message })))
      if (seen.length % Math.ceil(options.requests / 10) === 0) say(`${seen.length} requests`)
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, work))
  return seen
}

async function run() {
  const { message } = await startOwn('soak/upstream.mjs', { SOAK_FAULTS: String(options.faults) })
  const origin = `http://127.0.0.1:${message.port}`
  const settings = { RATE_LIMIT_CHAT: '1000000000', RATE_LIMIT_ACCOUNT: '1000000000', LOG_LEVEL: 'error' }
  const portico = await startPorticoWith({ folder, providers: providersAt(origin), settings })
  const before = await readSettledBalance(portico)
  say(`Portico is up, balance $${before.balance}`)
  const began = performance.now()
  const seen = await sendAll(makeSender(portico))
  const seconds = (performance.now() - began) / 1000
  say(
    `${seen.length} requests in ${seconds.toFixed(1)} s, ${Math.round(seen.length / seconds)} a second; reading the books`,
  )
  const after = await readSettledBalance(portico)
  const rows = await readRows(portico)
  const usage = await readUsage(portico)
  const calls = await (await fetch(`${origin}/calls`)).json()
  return tell({ seen, calls, rows, before, after, usage })
}

function tell(books) {
  const { faults, totals, sums } = auditSoak(books)
  const count = (items, of) =>
    [...Map.groupBy(items, of)]
      .map(([key, group]) => `${key} ${group.length}`)
      .sort()
      .join(', ')
  console.log(`\nClients saw: ${count(books.seen, ({ outcome }) => outcome)}`)
  console.log(`Upstreams were called ${books.calls.length} times: ${count(books.calls, ([, , how]) => how)}`)
  console.log(
    `Counted by upstreams $${Number(sums.upstreamNanos) / 1e9}, by us $${Number(sums.estimatedNanos) / 1e9}\n`,
  )
  for (const [what, is, expected] of totals)
    console.log(`${is === expected ? 'ok   ' : 'WRONG'} ${what}: ${is}`)
  if (faults.length === 0) return console.log(`\nAll ${books.seen.length} requests agree.`)
  console.log(`\n${faults.length} FAULTS`)
  for (const fault of faults.slice(0, 40)) console.log(`  ${fault}`)
  process.exitCode = 1
}

async function end() {
  await stopAll()
  rmSync(folder, { recursive: true, force: true })
}

try {
  await run()
} finally {
  await end()
}
process.exit()

// `npm run soak`: many mixed requests (whole, streamed, tools, fallbacks, clients that disconnect) to upstreams that fail now and then.
// Afterwards money, usage rows and the upstreams' own counts must agree exactly.
import { startPorticoWith } from './contenders/portico.mjs'
import { readOptions, runBench, startOwn } from './harness.mjs'
import { auditSoak } from './soak-audit.mjs'
import { makeSender, readRows, readSettledBalance, readUsage } from './soak-client.mjs'
import { providersAt } from './soak-plan.mjs'

const USAGE = `npm run soak -- [--requests N] [--concurrency N] [--faults SHARE]

--requests N     how many (100000)
--concurrency N  how many at a time (64)
--faults SHARE   of the upstream calls that go wrong, 0 to 1 (0.05)`

/** Sends all requests, several at a time, and collects what their clients saw. */
async function sendAll(send, options, say) {
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

async function run({ folder, say }) {
  const options = readOptions(
    USAGE,
    { requests: 100_000, concurrency: 64, faults: 0.05 },
    (value) => value >= 0,
  )
  const { message } = await startOwn('soak-upstream.mjs', { env: { SOAK_FAULTS: String(options.faults) } })
  const origin = `http://127.0.0.1:${message.port}`
  const settings = { RATE_LIMIT_CHAT: '1000000000', RATE_LIMIT_ACCOUNT: '1000000000', LOG_LEVEL: 'error' }
  const portico = await startPorticoWith({ folder, providers: providersAt(origin), settings })
  const before = await readSettledBalance(portico)
  say(`Portico is up, balance $${before.balance}`)
  const began = performance.now()
  const seen = await sendAll(makeSender(portico), options, say)
  const seconds = (performance.now() - began) / 1000
  say(
    `${seen.length} requests in ${seconds.toFixed(1)} s, ${Math.round(seen.length / seconds)} a second; reading the books`,
  )
  const after = await readSettledBalance(portico)
  const rows = await readRows(portico)
  const usage = await readUsage(portico)
  const calls = await (await fetch(`${origin}/calls`)).json()
  return report({ seen, calls, rows, before, after, usage })
}

function report(books) {
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

await runBench('soak', run)

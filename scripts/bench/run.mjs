// npm run bench: the product beside a bare proxy and a peer, all before the same instant upstream on loopback.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOwn, stopAll } from './children.mjs'
import { CONTENDERS } from './contenders.mjs'
import { scenariosFor, targetOf } from './plan.mjs'
import { readOptions } from './read-options.mjs'
import { reportOf } from './report-of.mjs'
import { residentMegabytes } from './resident-megabytes.mjs'
import { runRounds, warmUp } from './rounds.mjs'

const options = readOptions(process.argv.slice(2))
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const startedAt = performance.now()
const say = (text) =>
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}`)

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => end().finally(() => process.exit(130)))
}

/** Starts a contender and asks it once in each manner: an error that is answered fast must not win. */
async function begin(row, context, scenarios) {
  const contender = { ...row, ...(await row.start(context)) }
  const whole = await check(contender, scenarios[0].request)
  if (!whole.includes('Paris')) throw new Error(`an unexpected answer: ${whole.slice(0, 300)}`)
  const streamed = await check(contender, scenarios.at(-1).request)
  if (!streamed.includes('[DONE]')) throw new Error(`an unexpected stream: ${streamed.slice(0, 300)}`)
  return { ...contender, restMegabytes: contender.pid ? residentMegabytes(contender.pid) : 0 }
}

async function check(contender, request) {
  const { origin, path, headers, body } = targetOf(contender, request)
  return (await fetch(origin + path, { method: 'POST', headers, body })).text()
}

async function beginAll(scenarios) {
  const { child, message } = await startOwn('upstream.mjs')
  const context = { folder, upstream: { pid: child.pid, origin: `http://127.0.0.1:${message.port}` } }
  const contenders = []
  for (const row of CONTENDERS.filter(({ id }) => !options.without.has(id))) {
    try {
      contenders.push(await begin(row, context, scenarios))
      say(`${row.title} is up`)
    } catch (error) {
      say(`${row.title} is LEFT OUT: ${error.message}`)
    }
  }
  return contenders
}

async function run() {
  const scenarios = scenariosFor(options)
  const contenders = await beginAll(scenarios)
  const { child: load } = await startOwn('load.mjs')
  say('warming up')
  await warmUp(load, contenders, scenarios)
  const rounds = options.isQuick ? 1 : 5
  const samples = await runRounds(
    load,
    contenders,
    scenarios,
    rounds,
    ({ round, scenario, contender, ...sample }) => {
      const figure = sample.perSecond ?? sample.eventsPerSecond
      say(`round ${round + 1}  ${scenario.padEnd(13)} ${contender.padEnd(9)} ${Math.round(figure)}/s`)
    },
  )
  console.log(`\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, medians of ${rounds}\n`)
  console.log(reportOf(contenders, samples))
  for (const one of contenders) if (one.proof) console.log(`\n${one.title}: ${await one.proof()}`)
  if (options.jsonFile) writeFileSync(options.jsonFile, `${JSON.stringify(samples, null, 2)}\n`)
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

// `npm run bench`: Portico beside a bare proxy and other gateways, all before the same instant upstream, in turn.
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { prepareBuild } from '../../scripts/steps/checkout.mjs'
import { printFailure } from '../../scripts/steps/output.mjs'
import { figuresOf } from './chat/figures.mjs'
import { guard } from './chat/guard.mjs'
import { checkMoney } from './chat/money.mjs'
import { machineLine, reportOf } from './chat/report.mjs'
import { isOffered, scenariosOf, warmUpOf } from './chat/scenarios.mjs'
import { begin, calm, load, measure, openStage } from './chat/stage.mjs'
import { bare } from './contenders/bare.mjs'
import { litellm } from './contenders/litellm.mjs'
import { oneApi } from './contenders/one-api.mjs'
import { portico, porticoOnTwo } from './contenders/portico.mjs'
import { portkey } from './contenders/portkey.mjs'
import { root, runBench } from './harness.mjs'

const USAGE = `npm run bench -- [--quick] [--rounds N] [--only A,B] [--scenarios A,B] [--minutes N] [--json FILE] [--one-api FILE]
npm run bench -- --guard [REF]

--quick           one short round: a look, not a measurement
--rounds N        how often everything is measured (3)
--only A,B        contenders: upstream, bare, portico, portico-2, portkey, litellm, one-api
--scenarios A,B   such as closed-16,open-1000,streams-400
--minutes N       after which no new measurement is begun (30)
--json FILE       every sample besides the tables
--one-api FILE    one-api's binary
--guard [REF]     compares this version to the last release, or to REF, by processor time; ends with 1 if it is slower`

const upstream = {
  id: 'upstream',
  name: 'upstream itself',
  title: 'tools/bench/native/upstream.c',
  start: ({ upstream: { origin } }) => ({ origin }),
}
const CONTENDERS = [upstream, bare, portico, porticoOnTwo, portkey, litellm, oneApi]
/** A new worker looks after the jobs of dead ones for a minute. After that, a minute with the work of a whole minute in it. */
const REST = { afterSeconds: 90, seconds: 60 }
const QUICK_REST = { afterSeconds: 1, seconds: 2 }

function readOptions() {
  const text = { type: 'string' }
  const options = { rounds: text, only: text, scenarios: text, minutes: text, json: text, 'one-api': text }
  const flag = { type: 'boolean', default: false }
  try {
    const all = { ...options, quick: flag, guard: flag, help: flag }
    const { values, positionals } = parseArgs({ options: all, allowPositionals: true })
    if (values.help || (positionals.length > 0 && !values.guard)) throw new Error()
    return { ...values, ref: positionals[0] }
  } catch {
    console.log(USAGE)
    process.exit(2)
  }
}

const named = (list, names) => list.filter(({ id }) => !names || names.split(',').includes(id))

/** Returns those that run, and a sentence for each that cannot be had. */
async function beginAll(stage, { only, 'one-api': binary }) {
  const contenders = []
  const leftOut = []
  for (const contender of named(CONTENDERS, only)) {
    try {
      contenders.push(await begin(stage, contender, { oneApi: binary }))
      stage.say(`${contender.name} is up`)
    } catch (error) {
      leftOut.push(`${contender.name} is left out: ${error.message}.`)
      stage.say(leftOut.at(-1))
    }
  }
  return { contenders, leftOut }
}

/** All at once, because each is idle. */
async function rest(contenders, { afterSeconds, seconds }) {
  await pause(afterSeconds * 1000)
  const before = contenders.map(({ group }) => group.processorMs())
  await pause(seconds * 1000)
  return Object.fromEntries(
    contenders.map(({ id, group }, at) => {
      const processorMs = (group.processorMs() - before[at]) / seconds
      return [id, { processorMs, ...group.megabytes() }]
    }),
  )
}

/** No contender is measured cold: code is compiled after tens of thousands of requests. Notes what each carries. */
async function warmUp(stage, contenders, seconds) {
  for (const one of contenders) {
    for (const scenario of warmUpOf(seconds)) {
      const { perSecond } = await load(stage, one, scenario)
      if (scenario.id === 'closed-64') one.carries = perSecond
    }
  }
}

/**
 * Interleaved: in every round each scenario is run by all contenders one right after the other, and each round begins with another
 * one, so that other load on the machine affects them all alike.
 */
async function runRounds(stage, contenders, { scenarios, rounds, isLate }) {
  const samples = []
  const slowest = Math.min(...contenders.map(({ carries }) => carries))
  for (let round = 0; round < rounds; round += 1) {
    const order = contenders.map((_, at) => contenders[(at + round) % contenders.length])
    for (const scenario of scenarios.filter(({ isLong }) => !isLong || round > 0 || rounds === 1)) {
      for (const one of order.filter(({ carries }) => isOffered(scenario, carries, slowest))) {
        if (isLate()) return samples
        const sample = { round, ...(await measure(stage, one, scenario)) }
        samples.push(sample)
        stage.say(describe(sample))
        if (sample.unfinished > 0) await calm(one)
      }
    }
  }
  return samples
}

function describe({ round, scenario, contender, microsEach, unfinished, ...sample }) {
  const rate =
    sample.eventsPerSecond === undefined ? `${sample.perSecond}/s` : `${sample.eventsPerSecond} events/s`
  const p99 = sample.late99 === undefined ? `p99 ${sample.p99} ms` : `late p99 ${sample.late99} ms`
  const wrong = sample.refused + sample.failed
  const faults =
    wrong + unfinished > 0 ? `  ${wrong} refused, ${unfinished} unfinished ${sample.firstRefusal}` : ''
  return `${round + 1}  ${scenario.padEnd(12)} ${contender.padEnd(8)} ${rate}, ${p99}, ${microsEach.toFixed(1)} µs${faults}`
}

async function compare(stage, options) {
  const [seconds, rounds, warmUpSeconds] = options.quick
    ? [0.5, 1, 0.5]
    : [2.5, Number(options.rounds ?? 3), 15]
  await prepareBuild(root) // or its first start would build while it is measured
  const endsAt = performance.now() + Number(options.minutes ?? 30) * 60_000
  const { contenders, leftOut } = await beginAll(stage, options)
  if (contenders.length === 0) return
  const atRest = await rest(contenders, options.quick ? QUICK_REST : REST)
  stage.say('comparing what is billed to what is answered')
  const money = await checkMoney(stage, contenders) // before anyone is asked more than it can do
  stage.say('warming up')
  await warmUp(stage, contenders, warmUpSeconds)
  const scenarios = named(scenariosOf(seconds), options.scenarios)
  const isLate = () => performance.now() > endsAt
  const samples = await runRounds(stage, contenders, { scenarios, rounds, isLate })
  if (isLate()) stage.say('the time is over: the tables show what was measured')
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ samples, atRest, money }, null, 2)}\n`)
  console.log(`\n${machineLine()}; medians of ${rounds}\n`)
  for (const line of leftOut) console.log(line)
  console.log(reportOf(contenders, figuresOf(samples, { atRest, money })))
}

const options = readOptions()
await runBench('bench', async (bench) => {
  try {
    const stage = await openStage(bench)
    await (options.guard ? guard(stage, options) : compare(stage, options))
  } catch (error) {
    printFailure(error)
    process.exitCode = 1
  }
})

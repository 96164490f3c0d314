// `npm run bench`: the product beside a bare proxy and a peer, all before the same instant upstream on loopback.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { reportOf } from './chat-report.mjs'
import { CONTENDERS } from './contenders.mjs'
import { askChild, residentMegabytes, runBench, startOwn } from './harness.mjs'

const USAGE = `npm run bench -- [--quick] [--json FILE] [--no-portico] [--no-portkey]

--quick       one short round instead of five: a look, not a measurement
--json FILE   every sample besides the table
--no-NAME     leave a contender out (${'bare, portico, portkey'})`

function readOptions(args) {
  const options = { isQuick: false, jsonFile: undefined, without: new Set() }
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at]
    if (arg === '--quick') options.isQuick = true
    else if (arg === '--json' && args[at + 1]) options.jsonFile = args[++at]
    else if (/^--no-(?:bare|portico|portkey)$/.test(arg)) options.without.add(arg.slice('--no-'.length))
    else {
      console.log(USAGE)
      process.exit(arg === '--help' ? 0 : 2)
    }
  }
  return options
}

const MESSAGES = [
  { role: 'system', content: 'You are a helpful assistant. Answer briefly and in plain words.' },
  { role: 'user', content: 'I am planning a trip through Europe by train in the spring.' },
  {
    role: 'assistant',
    content: 'That sounds lovely. Which countries would you like to see, and how long will you be away?',
  },
  {
    role: 'user',
    content: 'Three weeks. Let us begin with the capital of France: which is it, and where does it lie?',
  },
]

/** 330 kB of English, some 75,000 tokens: a repository's files, or a long conversation. */
const LONG_MESSAGES = [
  {
    role: 'user',
    content: Array.from(
      { length: 3350 },
      (_, at) =>
        `Note ${at}: the train from platform ${at % 27} left on time, and arrived in the city some ${at % 59} minutes late.\n`,
    ).join(''),
  },
  ...MESSAGES.slice(1),
]

function scenariosFor({ isQuick }) {
  const durationMs = isQuick ? 1000 : 5000
  const streams = { rampMs: 1000, durationMs: isQuick ? 1000 : 4000, model: 'every-10ms', events: 100 }
  const requests = [1, 16, 64].map((connections) => ({
    id: `requests-${connections}`,
    job: { kind: 'requests', connections, durationMs },
    request: { model: 'every-10ms', messages: MESSAGES, temperature: 0.7, max_tokens: 256 },
  }))
  return [
    ...requests,
    {
      id: 'requests-long',
      job: { kind: 'requests', connections: 16, durationMs },
      request: { model: 'long', messages: LONG_MESSAGES, max_tokens: 256 },
    },
    streamsOf(50, streams),
    streamsOf(400, streams),
    // A thousand at a human pace: the question is memory, and whether all of them live.
    {
      ...streamsOf(1000, { ...streams, model: 'every-100ms', events: 20, rampMs: 2000, durationMs: 3000 }),
      isOnce: true,
    },
  ]
}

function streamsOf(concurrency, { rampMs, durationMs, model, events }) {
  return {
    id: `streams-${concurrency}`,
    job: { kind: 'streams', concurrency, rampMs, durationMs },
    request: {
      model,
      messages: MESSAGES,
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: events,
    },
  }
}

/** The request of a scenario as this contender wants it. */
function targetOf(contender, request) {
  return {
    origin: contender.origin,
    path: contender.path,
    headers: { 'content-type': 'application/json', ...contender.headers },
    body: JSON.stringify({ ...request, model: `${contender.modelPrefix ?? ''}${request.model}` }),
  }
}

async function measure(load, contender, { id, job, request }) {
  const peak = { megabytes: 0 }
  const look = () => {
    if (contender.pid) peak.megabytes = Math.max(peak.megabytes, residentMegabytes(contender.pid))
  }
  const watch = setInterval(look, 500)
  const sample = await askChild(load, { ...job, target: targetOf(contender, request) })
  look()
  clearInterval(watch)
  return { contender: contender.id, scenario: id, peakMegabytes: peak.megabytes, ...sample }
}

/** No contender is measured cold: every contender runs in both manners until its code is compiled, which takes thousands of requests. */
async function warmUp(load, contenders, scenarios) {
  const busy = scenarios.filter(({ id }) => ['requests-64', 'requests-16', 'streams-50'].includes(id))
  for (const contender of contenders) {
    for (const scenario of [...busy, ...busy]) await measure(load, contender, scenario)
  }
}

/**
 * Interleaved: in every round each scenario is run by all contenders one right after the other, and each round begins
 * with another one, so that other load on the machine affects them all alike.
 */
async function runRounds(load, contenders, scenarios, rounds, onSample) {
  const samples = []
  for (let round = 0; round < rounds; round += 1) {
    const order = contenders.map((_, at) => contenders[(at + round) % contenders.length])
    for (const scenario of scenarios.filter(({ isOnce }) => !isOnce || round === rounds - 1)) {
      for (const contender of order) {
        const sample = { round, ...(await measure(load, contender, scenario)) }
        samples.push(sample)
        onSample(sample)
      }
    }
  }
  return samples
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

async function beginAll({ folder, say, options, scenarios }) {
  const { child, message } = await startOwn('upstreams.mjs', { args: ['chat'] })
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

async function run({ folder, say }) {
  const options = readOptions(process.argv.slice(2))
  const scenarios = scenariosFor(options)
  const contenders = await beginAll({ folder, say, options, scenarios })
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

await runBench('bench', run)

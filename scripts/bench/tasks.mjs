// What the benches of image and video tasks stand on: the product before one local upstream, a client, and words for figures.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { readPostmaster } from '../postgres/postmaster.mjs'
import { startPorticoWith } from './contenders.mjs'
import { percentile, processorMs, runBench, startOwn } from './harness.mjs'

const PRELOADED = new URL('server-times.mjs', import.meta.url).href
/** Until the server has written down how long its last requests took. */
const WRITTEN_MILLIS = 300

/** Starts the upstream of that name and the product with the provider that `providerAt` makes of its port. */
async function openStage({ folder, upstream: name, providerAt, settings }) {
  const { child: upstream, message } = await startOwn('upstreams.mjs', { args: [name] })
  const provider = { api_key_env: 'BENCH_UPSTREAM_KEY', ...providerAt(message.port) }
  const timesFile = join(folder, 'server-times')
  writeFileSync(timesFile, '')
  const watched = {
    ...settings,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${PRELOADED}`,
    BENCH_SERVER_TIMES: timesFile,
  }
  const portico = await startPorticoWith({ folder, providers: [provider], settings: watched })
  const pool = new Pool(portico.origin, { connections: 64, pipelining: 1 })
  const call = async (method, path, body) => {
    const headers = { ...portico.headers, ...(body && { 'content-type': 'application/json' }) }
    const answer = await pool.request({ method, path, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: answer.statusCode, json: await answer.body.json() }
  }
  const postgres = readPostmaster(join(folder, 'data', 'postgres'))?.pid ?? 0
  const readTimes = () => readFileSync(timesFile, 'utf8').split('\n').slice(0, -1).map(Number)
  return { upstream, portico, call, postgres, readTimes }
}

/**
 * Does it, and tells how long its requests were in the server, and what each of `count` has cost in processor time, which a
 * busy machine does not change.
 */
export async function counted({ portico, postgres, readTimes }, count, work) {
  const read = () => [processorMs(portico.pid), processorMs(postgres)]
  const earlier = readTimes().length
  const before = read()
  const result = await work()
  const [all, database] = read().map((ms, at) => (ms - before[at]) / count)
  await pause(WRITTEN_MILLIS)
  const timesMs = readTimes().slice(earlier)
  return {
    ...result,
    serverP50Ms: percentile(timesMs, 0.5),
    serverP99Ms: percentile(timesMs, 0.99),
    processor: `processor time each: server ${(all - database).toFixed(2)} ms, PostgreSQL ${database.toFixed(2)} ms`,
  }
}

export const line = (name, { perSecond, p50Ms, p99Ms, serverP50Ms, serverP99Ms, statuses, processor }) =>
  console.log(
    `${name.padEnd(28)} ${perSecond.toFixed(0).padStart(4)}/s  p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms  in the server: p50 ${serverP50Ms.toFixed(2)} ms  p99 ${serverP99Ms.toFixed(2)} ms  ${JSON.stringify(statuses)}  ${processor}`,
  )

/** Runs a bench of tasks, before the upstream that the plan names. */
export const runOnStage = (name, plan, run) =>
  runBench(name, async ({ folder }) => {
    const stage = await openStage({ ...plan, folder })
    console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}\n`)
    await run(stage)
    console.log(`\n${await stage.portico.proof()}`)
  })

/**
 * Begins `count` requests at an even pace, whether or not earlier ones are answered: a server that falls behind shows it.
 * `ask(i)` resolves with the answer's status once its body is whole.
 */
export async function atRate({ perSecond, count, ask }) {
  const latenciesMs = []
  const statuses = {}
  const startedAt = performance.now()
  const pending = []
  for (let i = 0; i < count; i++) {
    const dueIn = startedAt + (i * 1000) / perSecond - performance.now()
    if (dueIn > 1) await pause(dueIn)
    const sentAt = performance.now()
    pending.push(
      ask(i).then((status) => {
        latenciesMs.push(performance.now() - sentAt)
        statuses[status] = (statuses[status] ?? 0) + 1
      }),
    )
  }
  await Promise.all(pending)
  const seconds = (performance.now() - startedAt) / 1000
  return {
    statuses,
    perSecond: count / seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  }
}

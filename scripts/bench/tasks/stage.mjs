// What the benches of image and video tasks stand on: the product before one local upstream, a client, and words for figures.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { readPostmaster } from '../../postgres/postmaster.mjs'
import { startOwn, stopAll } from '../children.mjs'
import { startPorticoWith } from '../start-portico.mjs'
import { processorMs } from './processor-time.mjs'

/** Starts `upstreamFile` and the product with the provider that `providerAt` makes of its port. */
async function openStage({ folder, upstreamFile, providerAt, settings }) {
  const { child: upstream, message } = await startOwn(upstreamFile)
  const provider = { api_key_env: 'BENCH_UPSTREAM_KEY', ...providerAt(message.port) }
  const portico = await startPorticoWith({ folder, providers: [provider], settings })
  const pool = new Pool(portico.origin, { connections: 64, pipelining: 1 })
  const call = async (method, path, body) => {
    const headers = { ...portico.headers, ...(body && { 'content-type': 'application/json' }) }
    const answer = await pool.request({ method, path, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: answer.statusCode, json: await answer.body.json() }
  }
  const postgres = readPostmaster(join(folder, 'data', 'postgres'))?.pid ?? 0
  return { upstream, portico, call, postgres }
}

/** Does it, and tells what each of `count` has cost in processor time, which a busy machine does not change. */
export async function counted({ portico, postgres }, count, work) {
  const read = () => [processorMs(portico.pid), processorMs(postgres)]
  const before = read()
  const result = await work()
  const [all, database] = read().map((ms, at) => (ms - before[at]) / count)
  return {
    ...result,
    processor: `processor time each: server ${(all - database).toFixed(2)} ms, PostgreSQL ${database.toFixed(2)} ms`,
  }
}

export const line = (name, { perSecond, p50Ms, p99Ms, statuses, processor }) =>
  console.log(
    `${name.padEnd(28)} ${perSecond.toFixed(0).padStart(4)}/s  p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms  ${JSON.stringify(statuses)}  ${processor}`,
  )

/** Runs a bench from its stage to its end, whatever happens, and ends the process. */
export async function runOnStage(name, plan, run) {
  const folder = mkdtempSync(join(tmpdir(), `portico-bench-${name}-`))
  const end = async () => {
    await stopAll()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => end().finally(() => process.exit(130)))
  try {
    const stage = await openStage({ ...plan, folder })
    console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}\n`)
    await run(stage)
    console.log(`\n${await stage.portico.proof()}`)
  } finally {
    await end()
  }
  process.exit()
}

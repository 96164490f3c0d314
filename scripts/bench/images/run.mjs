// npm run bench:images: image tasks created and read at a steady rate while none can be drawn, then all of them drawn.
// The load generator, the upstream, PostgreSQL and the server share this machine.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { readPostmaster } from '../../postgres/postmaster.mjs'
import { startOwn, stopAll } from '../children.mjs'
import { residentMegabytes } from '../memory.mjs'
import { startPorticoWith } from '../start-portico.mjs'
import { atRate } from './at-rate.mjs'
import { processorMs } from './processor-time.mjs'

const PER_SECOND = Number(process.argv[2] ?? 200)
const TASKS = 1000
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-images-'))

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => end().finally(() => process.exit(130)))
}

async function begin() {
  const { child: upstream, message } = await startOwn('images/upstream.mjs')
  const provider = {
    id: 'bench',
    name: 'Bench',
    adapter: 'openai-compatible',
    base_url: `http://127.0.0.1:${message.port}/v1`,
    api_key_env: 'BENCH_UPSTREAM_KEY',
    models: [
      {
        id: 'bench/image',
        name: 'Bench, image',
        modality: 'image',
        upstream_id: 'image',
        pricing: { image: { low: '0.000001', medium: '0.000001', high: '0.000001' } },
      },
    ],
  }
  const settings = { RATE_LIMIT_IMAGE_CREATE: '1000000000', RATE_LIMIT_TASK_READ: '1000000000' }
  const portico = await startPorticoWith({ folder, providers: [provider], settings })
  const pool = new Pool(portico.origin, { connections: 64, pipelining: 1 })
  const call = async (method, path, body) => {
    const headers = { ...portico.headers, ...(body && { 'content-type': 'application/json' }) }
    const answer = await pool.request({ method, path, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: answer.statusCode, json: await answer.body.json() }
  }
  const postmaster = readPostmaster(join(folder, 'data', 'postgres'))
  return { upstream, portico, call, postgres: postmaster?.pid ?? 0 }
}

const task = (i) => ({
  model: 'bench/image',
  prompt: `A kite, number ${i}`,
  size: '256x256',
  quality: 'low',
})

async function create(call, ids, count) {
  return atRate({
    perSecond: PER_SECOND,
    count,
    async ask(i) {
      const { status, json } = await call('POST', '/v1/images/generations/async', task(i))
      if (status === 200) ids.push(json.id)
      return status
    },
  })
}

function read(call, ids) {
  const ask = async (i) => (await call('GET', `/v1/images/generations/${ids[i % ids.length]}`)).status
  return atRate({ perSecond: PER_SECOND, count: TASKS, ask })
}

/** Opens the upstream and watches the server's memory until every task has ended. */
async function drain({ upstream, portico, call }, ids) {
  const megabytes = []
  const startedAt = performance.now()
  upstream.send('open')
  for (;;) {
    megabytes.push(residentMegabytes(portico.pid))
    const { json } = await call('GET', '/v1/images/generations?limit=1&status=queued')
    const last = json.data.length === 0 && (await isAllDrawn(call))
    if (last) break
    await pause(250)
  }
  const seconds = (performance.now() - startedAt) / 1000
  return { perSecond: ids.length / seconds, seconds, megabytes }
}

async function isAllDrawn(call) {
  const { json } = await call('GET', '/v1/images/generations?limit=1&status=processing')
  return json.data.length === 0
}

const line = (name, { perSecond, p50Ms, p99Ms, statuses, processor }) =>
  console.log(
    `${name.padEnd(28)} ${perSecond.toFixed(0).padStart(4)}/s  p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms  ${JSON.stringify(statuses)}  ${processor}`,
  )

/** Does it, and tells what each of `count` has cost in processor time, which a busy machine does not change. */
async function counted({ portico, postgres }, count, work) {
  const read = () => [processorMs(portico.pid), processorMs(postgres)]
  const before = read()
  const result = await work()
  const [all, database] = read().map((ms, at) => (ms - before[at]) / count)
  return {
    ...result,
    processor: `processor time each: server ${(all - database).toFixed(2)} ms, PostgreSQL ${database.toFixed(2)} ms`,
  }
}

async function run() {
  const bench = await begin()
  const { call, portico } = bench
  const warmUp = []
  await create(call, warmUp, PER_SECOND)
  await read(call, warmUp)
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}\n`)
  const ids = [...warmUp]
  line('creating', await counted(bench, TASKS, () => create(call, ids, TASKS)))
  line('reading queued tasks', await counted(bench, TASKS, () => read(call, ids)))
  const atRest = residentMegabytes(portico.pid)
  const drawing = await counted(bench, ids.length, () => drain(bench, ids))
  const { perSecond, seconds, megabytes, processor } = drawing
  const [most, last] = [Math.max(...megabytes), megabytes.at(-1)]
  console.log(
    `drawing ${ids.length} tasks           ${perSecond.toFixed(0).padStart(4)}/s  in ${seconds.toFixed(1)} s  resident ${atRest.toFixed(0)} MB before, at most ${most.toFixed(0)} MB, ${last.toFixed(0)} MB after  ${processor}`,
  )
  const drawn = ids.slice(0, TASKS)
  line('first reads, with b64_json', await counted(bench, TASKS, () => read(call, drawn)))
  line('later reads', await counted(bench, TASKS, () => read(call, drawn)))
  console.log(`\n${await portico.proof()}`)
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

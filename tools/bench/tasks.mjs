// `npm run bench:images -- [--rate N]` and `npm run bench:videos -- [--rate N] [--tasks N]`: tasks created and read at a steady rate while
// none can finish, then all of them finished. Images: created again while others run. Videos: how often the upstream is asked with and
// without polling clients. Load generator, upstream, PostgreSQL and server share this machine.
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { readPostmaster } from '../../scripts/postgres/postmaster.mjs'
import { startPorticoWith } from './contenders/portico.mjs'
import { percentile, processorMs, readOptions, residentMegabytes, runBench, startOwn } from './harness.mjs'

const PRELOADED = new URL('server-times.mjs', import.meta.url).href
/** Waits until the server has logged the times of its last requests. */
const WRITTEN_MILLIS = 300

/** Starts the named upstream, and the product with the provider `providerAt` returns for its port. */
async function openStage({ folder, upstream: name, providerAt, settings }) {
  const { child: upstream, message } = await startOwn('upstreams.mjs', { args: [name] })
  const provider = {
    id: 'bench',
    name: 'Bench',
    api_key_env: 'BENCH_UPSTREAM_KEY',
    ...providerAt(`http://127.0.0.1:${message.port}`),
  }
  const timesFile = join(folder, 'server-times')
  writeFileSync(timesFile, '')
  const watched = {
    RATE_LIMIT_TASK_READ: '1000000000',
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
 * Runs it, and returns the requests' times in the server and the CPU time of each of `count`, which does not depend on a busy machine.
 */
async function counted({ portico, postgres, readTimes }, count, work) {
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

function print(name, { perSecond, p50Ms, p99Ms, serverP50Ms, serverP99Ms, statuses, processor }) {
  console.log(
    `${name.padEnd(28)} ${perSecond.toFixed(0).padStart(4)}/s  p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms  in the server: p50 ${serverP50Ms.toFixed(2)} ms  p99 ${serverP99Ms.toFixed(2)} ms  ${JSON.stringify(statuses)}  ${processor}`,
  )
}

/**
 * Starts `count` requests at an even pace, whether or not earlier ones are answered, so that a server that falls behind shows it.
 * `ask(i)` resolves with the status once the body is complete.
 */
async function atRate(count, ask) {
  const latenciesMs = []
  const statuses = {}
  const startedAt = performance.now()
  const pending = []
  for (let i = 0; i < count; i++) {
    const dueIn = startedAt + (i * 1000) / options.rate - performance.now()
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

/** Creates `count` tasks and adds their IDs to `ids`. */
const create = ({ call }, ids, count) =>
  atRate(count, async (i) => {
    const task = { ...bench.task, prompt: `A kite, number ${i}` }
    const { status, json } = await call('POST', bench.createPath, task)
    if (status === 200) ids.push(json.id)
    return status
  })

const read = ({ call }, ids, count) =>
  atRate(count, async (i) => (await call('GET', `${bench.readPath}/${ids[i % ids.length]}`)).status)

/** Watches the server's memory until every task has ended. */
async function drain({ portico, call }) {
  const megabytes = []
  const startedAt = performance.now()
  for (let isOver = false; !isOver; ) {
    await pause(250)
    megabytes.push(residentMegabytes(portico.pid))
    const left = ['queued', 'processing'].map((status) =>
      call('GET', `${bench.readPath}?limit=1&status=${status}`),
    )
    isOver = (await Promise.all(left)).every(({ json }) => json.data.length === 0)
  }
  return {
    seconds: (performance.now() - startedAt) / 1000,
    memory: `at most ${Math.max(...megabytes).toFixed(0)} MB meanwhile, ${megabytes.at(-1).toFixed(0)} MB after`,
  }
}

const resident = ({ portico }) => `${residentMegabytes(portico.pid).toFixed(0)} MB`

async function measureImages(stage) {
  const [ids, more] = [[], []]
  const printDrawing = (count, before, { seconds, memory, processor }) =>
    console.log(
      `drawing ${String(count).padEnd(20)} ${(count / seconds).toFixed(0).padStart(4)}/s  in ${seconds.toFixed(1)} s  resident ${before} before, ${memory}  ${processor}`,
    )
  const { tasks } = options
  await create(stage, ids, options.rate)
  await read(stage, ids, tasks)
  print('creating', await counted(stage, tasks, () => create(stage, ids, tasks)))
  print('reading queued tasks', await counted(stage, tasks, () => read(stage, ids, tasks)))
  const before = resident(stage)
  const drawing = counted(stage, ids.length, () => drain(stage))
  stage.upstream.send('open')
  printDrawing(ids.length, before, await drawing)
  const drawn = ids.slice(0, tasks)
  print('first reads, with b64_json', await counted(stage, tasks, () => read(stage, drawn, tasks)))
  print('later reads', await counted(stage, tasks, () => read(stage, drawn, tasks)))
  const again = resident(stage)
  print('creating while drawing', await counted(stage, tasks, () => create(stage, more, tasks)))
  printDrawing(tasks, again, await counted(stage, tasks, () => drain(stage)))
}

const POLLS = 1000
/** Tasks finished before anything is measured, because a process that has just started is slow. */
const WARM_UP = 400
/** From this age on a task is polled at the slowest pace, so that time windows are comparable. */
const STEADY_SECONDS = 155
const WINDOW_SECONDS = 15

/** Prints how often the upstream is polled during `work`, and what each task costs per second. */
async function watchUpstream(stage, name, work) {
  const count = async () => {
    stage.upstream.send('count')
    return (await once(stage.upstream, 'message'))[0].polls
  }
  const before = await count()
  const startedAt = performance.now()
  const { processor } = await counted(stage, options.tasks * WINDOW_SECONDS, async () => {
    await Promise.all([pause(WINDOW_SECONDS * 1000), work()])
  })
  const perSecond = ((await count()) - before) / ((performance.now() - startedAt) / 1000)
  console.log(
    `${name.padEnd(28)} the upstream is asked ${perSecond.toFixed(1)} times a second  resident ${resident(stage)}  per task and second: ${processor}`,
  )
}

async function measureVideos(stage) {
  const { rate, tasks } = options
  const [warmUp, ids] = [[], []]
  await create(stage, warmUp, WARM_UP)
  await read(stage, warmUp, WARM_UP)
  stage.upstream.send('open')
  await drain(stage)
  stage.upstream.send('shut')
  const before = resident(stage)
  const startedAt = performance.now()
  print('creating', await counted(stage, tasks, () => create(stage, ids, tasks)))
  print('polling young tasks', await counted(stage, POLLS, () => read(stage, ids, POLLS)))
  const inFlight = resident(stage)
  await pause(Math.max(0, STEADY_SECONDS * 1000 - (performance.now() - startedAt)))
  await watchUpstream(stage, 'no client', () => undefined)
  await watchUpstream(stage, `clients, ${rate} polls/s`, () => read(stage, ids, rate * WINDOW_SECONDS))
  await watchUpstream(stage, 'no client', () => undefined)
  print('polling old tasks', await counted(stage, POLLS, () => read(stage, ids, POLLS)))
  const kept = resident(stage)
  stage.upstream.send('open')
  const { seconds, memory, processor } = await counted(stage, tasks, () => drain(stage))
  console.log(
    `finishing ${tasks} tasks in ${seconds.toFixed(1)} s  resident ${before} before, ${inFlight} in flight, ${kept} after three minutes, ${memory}  ${processor}`,
  )
  print('polling finished tasks', await counted(stage, POLLS, () => read(stage, ids, POLLS)))
}

const BENCHES = {
  images: {
    tasks: 1000,
    measure: measureImages,
    task: { model: 'bench/image', size: '256x256', quality: 'low' },
    createPath: '/v1/images/generations/async',
    readPath: '/v1/images/generations',
    upstream: 'image',
    settings: { RATE_LIMIT_IMAGE_CREATE: '1000000000' },
    providerAt: (origin) => ({
      adapter: 'openai-compatible',
      base_url: `${origin}/v1`,
      models: [
        {
          id: 'bench/image',
          name: 'Bench, image',
          modality: 'image',
          upstream_id: 'image',
          pricing: { image: { low: '0.000001', medium: '0.000001', high: '0.000001' } },
        },
      ],
    }),
  },
  videos: {
    tasks: 500,
    measure: measureVideos,
    task: { model: 'bench/video' },
    createPath: '/v1/videos/generations',
    readPath: '/v1/videos/generations',
    upstream: 'video',
    settings: { RATE_LIMIT_VIDEO_CREATE: '1000000000', OUTBOUND_ALLOW: '127.0.0.1' },
    providerAt: (origin) => ({
      adapter: 'ark',
      base_url: origin,
      models: [
        {
          id: 'bench/video',
          name: 'Bench, video',
          modality: 'video',
          upstream_id: 'video',
          capabilities: {
            min_seconds: 1,
            max_seconds: 10,
            resolutions: ['480p'],
            default_resolution: '480p',
            ratios: ['16:9'],
          },
          pricing: { video_token: '0.000000001' },
        },
      ],
    }),
  },
}

const name = process.argv.splice(2, 1)[0]
const bench = BENCHES[name]
const options = readOptions(
  `npm run bench:${name} -- [--rate N] [--tasks N]

--rate N    requests per second (200)
--tasks N   how many are created (${bench.tasks})`,
  { rate: 200, tasks: bench.tasks },
)

await runBench(name, async ({ folder }) => {
  const stage = await openStage({ ...bench, folder })
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}\n`)
  await bench.measure(stage)
  console.log(`\n${await stage.portico.proof()}`)
})

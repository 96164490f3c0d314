// npm run bench:videos -- [requests per second] [tasks]: video tasks created and polled at a steady rate, kept in flight
// before an upstream that does not finish them, and then finished all at once. Counts how often the upstream is asked
// with and without clients that poll. The load generator, the upstream, PostgreSQL and the server share this machine.
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { readNumbers, residentMegabytes } from './harness.mjs'
import { atRate, counted, line, runOnStage } from './tasks.mjs'

const [PER_SECOND, TASKS] = readNumbers(
  'npm run bench:videos -- [requests per second, 200] [tasks, 500]',
  [200, 500],
)
const POLLS = 1000
/** Tasks that are made and finished before anything is measured: a process that has just started is slow. */
const WARM_UP = 400
/** From that age on a task is asked after at the slowest pace, so that windows of time can be compared. */
const STEADY_SECONDS = 155
const WINDOW_SECONDS = 15

const plan = {
  upstream: 'video',
  providerAt: (port) => ({
    id: 'bench',
    name: 'Bench',
    adapter: 'ark',
    base_url: `http://127.0.0.1:${port}`,
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
  settings: {
    RATE_LIMIT_VIDEO_CREATE: '1000000000',
    RATE_LIMIT_TASK_READ: '1000000000',
    OUTBOUND_ALLOW: '127.0.0.1',
  },
}

const task = (i) => ({ model: 'bench/video', prompt: `A kite, number ${i}` })

function create(call, ids, count) {
  return atRate({
    perSecond: PER_SECOND,
    count,
    async ask(i) {
      const { status, json } = await call('POST', '/v1/videos/generations', task(i))
      if (status === 200) ids.push(json.id)
      return status
    },
  })
}

function poll(call, ids, count) {
  const ask = async (i) => (await call('GET', `/v1/videos/generations/${ids[i % ids.length]}`)).status
  return atRate({ perSecond: PER_SECOND, count, ask })
}

/** How often the upstream has been asked how a task goes. */
async function countPolls(upstream) {
  upstream.send('count')
  const [{ polls }] = await once(upstream, 'message')
  return polls
}

/** Asks of the upstream per second while `work` goes on, and what each of the tasks costs us per second. */
async function watch(stage, name, work) {
  const before = await countPolls(stage.upstream)
  const startedAt = performance.now()
  const { processor } = await counted(stage, TASKS * WINDOW_SECONDS, async () => {
    await Promise.all([pause(WINDOW_SECONDS * 1000), work()])
  })
  const perSecond = ((await countPolls(stage.upstream)) - before) / ((performance.now() - startedAt) / 1000)
  console.log(
    `${name.padEnd(28)} the upstream is asked ${perSecond.toFixed(1)} times a second  resident ${residentMegabytes(stage.portico.pid).toFixed(0)} MB  per task and second: ${processor}`,
  )
}

async function finish({ portico, call, upstream }) {
  const megabytes = []
  const startedAt = performance.now()
  upstream.send('open')
  for (let left = 1; left > 0; ) {
    await pause(250)
    megabytes.push(residentMegabytes(portico.pid))
    left = 0
    for (const status of ['queued', 'processing']) {
      const { json } = await call('GET', `/v1/videos/generations?limit=1&status=${status}`)
      left += json.data.length
    }
  }
  return { seconds: (performance.now() - startedAt) / 1000, megabytes }
}

await runOnStage('videos', plan, async (stage) => {
  const { call, portico } = stage
  const [warmUp, ids] = [[], []]
  await create(call, warmUp, WARM_UP)
  await poll(call, warmUp, WARM_UP)
  await finish(stage)
  stage.upstream.send('shut')
  const atRest = residentMegabytes(portico.pid)
  const startedAt = performance.now()
  line('creating', await counted(stage, TASKS, () => create(call, ids, TASKS)))
  line('polling young tasks', await counted(stage, POLLS, () => poll(call, ids, POLLS)))
  const inFlight = residentMegabytes(portico.pid)
  await pause(Math.max(0, STEADY_SECONDS * 1000 - (performance.now() - startedAt)))
  await watch(stage, 'no client', () => undefined)
  await watch(stage, `clients, ${PER_SECOND} polls/s`, () => poll(call, ids, PER_SECOND * WINDOW_SECONDS))
  await watch(stage, 'no client', () => undefined)
  line('polling old tasks', await counted(stage, POLLS, () => poll(call, ids, POLLS)))
  const kept = residentMegabytes(portico.pid)
  const { seconds, megabytes, processor } = await counted(stage, TASKS, () => finish(stage))
  console.log(
    `finishing ${TASKS} tasks in ${seconds.toFixed(1)} s  resident ${atRest.toFixed(0)} MB before, ${inFlight.toFixed(0)} MB in flight, ${kept.toFixed(0)} MB after three minutes, at most ${Math.max(...megabytes).toFixed(0)} MB while copied, ${megabytes.at(-1).toFixed(0)} MB after  ${processor}`,
  )
  line('polling finished tasks', await counted(stage, POLLS, () => poll(call, ids, POLLS)))
})

// npm run bench:images -- [tasks per second]: image tasks created and read at a steady rate while none can be drawn, then
// all of them drawn, and created once more while others are drawn.
// The load generator, the upstream, PostgreSQL and the server share this machine.
import { setTimeout as pause } from 'node:timers/promises'
import { readNumbers, residentMegabytes } from './harness.mjs'
import { atRate, counted, line, runOnStage } from './tasks.mjs'

const [PER_SECOND] = readNumbers('npm run bench:images -- [tasks per second, 200]', [200])
const TASKS = 1000

const plan = {
  upstream: 'image',
  providerAt: (port) => ({
    id: 'bench',
    name: 'Bench',
    adapter: 'openai-compatible',
    base_url: `http://127.0.0.1:${port}/v1`,
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
  settings: { RATE_LIMIT_IMAGE_CREATE: '1000000000', RATE_LIMIT_TASK_READ: '1000000000' },
}

const task = (i) => ({
  model: 'bench/image',
  prompt: `A kite, number ${i}`,
  size: '256x256',
  quality: 'low',
})

function create(call, ids, count) {
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

/** Watches the server's memory until every task has ended. */
async function drain({ portico, call }, count) {
  const megabytes = []
  const startedAt = performance.now()
  do {
    megabytes.push(residentMegabytes(portico.pid))
    await pause(250)
  } while (!((await isNone(call, 'queued')) && (await isNone(call, 'processing'))))
  const seconds = (performance.now() - startedAt) / 1000
  return { perSecond: count / seconds, seconds, megabytes }
}

/** Whether no task is in this state. */
async function isNone(call, status) {
  const { json } = await call('GET', `/v1/images/generations?limit=1&status=${status}`)
  return json.data.length === 0
}

function tellDrawing(count, atRest, { perSecond, seconds, megabytes, processor }) {
  const [most, last] = [Math.max(...megabytes), megabytes.at(-1)]
  console.log(
    `drawing ${count} tasks           ${perSecond.toFixed(0).padStart(4)}/s  in ${seconds.toFixed(1)} s  resident ${atRest.toFixed(0)} MB before, at most ${most.toFixed(0)} MB, ${last.toFixed(0)} MB after  ${processor}`,
  )
}

await runOnStage('images', plan, async (stage) => {
  const { call, portico, upstream } = stage
  const ids = []
  await create(call, ids, PER_SECOND)
  await read(call, ids)
  line('creating', await counted(stage, TASKS, () => create(call, ids, TASKS)))
  line('reading queued tasks', await counted(stage, TASKS, () => read(call, ids)))
  const atRest = residentMegabytes(portico.pid)
  const drawing = counted(stage, ids.length, () => drain(stage, ids.length))
  upstream.send('open')
  tellDrawing(ids.length, atRest, await drawing)
  const drawn = ids.slice(0, TASKS)
  line('first reads, with b64_json', await counted(stage, TASKS, () => read(call, drawn)))
  line('later reads', await counted(stage, TASKS, () => read(call, drawn)))
  const more = []
  const again = residentMegabytes(portico.pid)
  line('creating while drawing', await counted(stage, TASKS, () => create(call, more, TASKS)))
  tellDrawing('the rest of those', again, await counted(stage, TASKS, () => drain(stage, TASKS)))
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGeneration } from '@/lib/media/images/create-task'
import { imageTasks } from '@/lib/media/images/run-task'
import { CreateGenerationRequest } from '@/lib/media/images/schema'
import { newCustomer, openTestbed } from '@/lib/media/images/testing'
import { pool } from '@/lib/platform/db'
import { claimTurns, planTurns, readOpenTurns } from './turn-repository'
import { customerShare } from './work'

const { close } = await openTestbed()
afterAll(close)

const PLACES = 8

/** A worker process of image tasks, with the turns that it holds. */
function newProcess() {
  const turns = new Map<string, { customerId: string; turn: number }>()
  return {
    turns,
    of: (customerId: string) => [...turns.values()].filter((one) => one.customerId === customerId).length,
    /** Claims turns until all slots are filled or none is due. */
    async fill() {
      for (;;) {
        const running = new Map<string, number>()
        for (const { customerId } of turns.values())
          running.set(customerId, (running.get(customerId) ?? 0) + 1)
        const wanted = {
          limit: PLACES - turns.size,
          share: customerShare({ concurrency: () => PLACES }),
          running,
        }
        const claimed = wanted.limit === 0 ? [] : await claimTurns(imageTasks, wanted, new Date())
        if (claimed.length === 0) return
        for (const { id, customer_id, turn } of claimed) turns.set(id, { customerId: customer_id, turn })
      }
    },
    /** Ends one of a customer's turns; its next one is far away. */
    async end(customerId: string) {
      const [id, one] = [...turns].find(([, { customerId: whose }]) => whose === customerId) ?? []
      if (id === undefined || one === undefined) throw new Error('it holds no turn of that customer')
      await planTurns(imageTasks, [{ id, turn: one.turn, plan: { afterSeconds: 3600 } }])
      turns.delete(id)
    },
  }
}

async function customerWithTasks(count: number): Promise<string> {
  const { caller } = await newCustomer()
  const json = { model: 'sandbox/image-1', prompt: 'A kite', size: '64x64', quality: 'low' }
  const { id } = await createGeneration(caller, CreateGenerationRequest.parse(json))
  await pool.query(
    `INSERT INTO image_tasks (id, customer_id, kind, model_id, model_name, prompt, settings, routes, meter, created_at, next_turn_at)
     SELECT id || n, customer_id, kind, model_id, model_name, prompt, settings, routes, meter, created_at,
        next_turn_at + make_interval(secs => n * 0.000001)
       FROM image_tasks, generate_series(2, $2::int) n WHERE id = $1`,
    [id, count],
  )
  return caller.customerId
}

let first: string
let second: string
beforeAll(async () => {
  first = await customerWithTasks(1000)
  second = await customerWithTasks(1000)
})

it('measures how many turns wait, and for how long', async () => {
  const [open] = await readOpenTurns({ name: 'images.run', table: 'image_tasks' })
  expect(open).toMatchObject({ name: 'images.run', due: 2000, active: 0 })
  expect(open?.oldest_seconds).toBeGreaterThan(0)
  const none = { due: 0, active: 0, oldest_seconds: 0 }
  for (const table of ['video_tasks', 'batches'] as const)
    expect(await readOpenTurns({ name: table, table })).toEqual([{ name: table, ...none }])
})

it('with a thousand tasks of two customers, a third’s first task waits for one turn to end', async () => {
  const worker = newProcess()
  await worker.fill()
  expect(worker.turns.size).toBe(PLACES)
  expect([worker.of(first), worker.of(second)]).toEqual([PLACES / 2, PLACES / 2])
  const third = await customerWithTasks(2)
  await worker.fill()
  expect(worker.of(third)).toBe(0)
  await worker.end(first)
  await worker.fill()
  expect([worker.of(third), worker.of(first)]).toEqual([1, PLACES / 2 - 1])
})

it('one customer leaves slots for others', async () => {
  const worker = newProcess()
  await pool.query(
    'UPDATE image_tasks SET next_turn_at = next_turn_at + interval $$1 day$$ WHERE customer_id <> $1',
    [first],
  )
  await worker.fill()
  expect(worker.turns.size).toBe(customerShare({ concurrency: () => PLACES }))
  const late = await customerWithTasks(1)
  await worker.fill()
  expect(worker.of(late)).toBe(1)
})

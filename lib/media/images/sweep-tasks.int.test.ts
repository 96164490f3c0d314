import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { pool } from '@/lib/platform/db'
import { logger } from '@/lib/platform/logger'
import { keepObject } from '@/lib/work/objects/keep-object'
import { settleDecided } from '@/lib/work/tasks/settle'
import { claimTurns } from '@/lib/work/tasks/turn-repository'
import { createGeneration } from './create-task'
import { cancelTask, listTasks, readImage } from './history'
import { pictureId } from './internal/store-pictures'
import { adoptQueued, imageTasks, sweepTasks } from './run-task'
import { CreateGenerationRequest, ImageTaskListQuery } from './schema'
import { newCustomer, openTestbed, work } from './testing'

const { close } = await openTestbed()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  customer = await newCustomer()
})

const created = async (key?: string) => {
  const json = { model: 'sandbox/image-1', prompt: 'A kite', size: '64x64', quality: 'low' }
  return (await createGeneration(customer.caller, CreateGenerationRequest.parse(json), key)).id
}
const read = (id: string) => readImage(customer.caller, id)
const set = (id: string, what: string) => pool.query(`UPDATE image_tasks SET ${what} WHERE id = $1`, [id])
const isThere = async (id: string) =>
  (await pool.query('SELECT FROM image_tasks WHERE id = $1', [id])).rowCount

describe('the sweep', () => {
  it('settles a task whose process died right after its end, once', async () => {
    const id = await created()
    await set(
      id,
      `status = 'failed', finished_at = now() - interval '1 minute', expires_at = now(), settlement = '{"kind":"release"}'`,
    )
    expect(await customer.money()).toMatchObject({ held: '0.005000' })
    await Promise.all([sweepTasks(), sweepTasks()])
    await sweepTasks()
    expect(await customer.money()).toEqual({ balance: '5.000000', held: '0.000000' })
  })

  it('is not needed at start: a new process settles tasks that ended a moment ago', async () => {
    const id = await created()
    await set(
      id,
      `status = 'failed', finished_at = now() - interval '1 second', expires_at = now(), settlement = '{"kind":"release"}'`,
    )
    await Promise.all([settleDecided(imageTasks), settleDecided(imageTasks)])
    expect(await customer.money()).toEqual({ balance: '5.000000', held: '0.000000' })
  })

  it('charges a completed task only once', async () => {
    const id = await created()
    await work(id)
    await set(id, "settled_at = NULL, finished_at = now() - interval '1 minute'")
    await sweepTasks()
    expect(await customer.money()).toEqual({ balance: '4.995000', held: '0.000000' })
    expect(await customer.rows()).toHaveLength(1)
    expect(await read(id)).toMatchObject({ cost: '0.005000' })
  })

  it('fails a task without a worker, at no cost', async () => {
    const id = await created()
    await set(id, "status = 'processing', run = 1, started_at = now() - interval '2 hours'")
    const waiting = await created()
    await set(waiting, "created_at = now() - interval '8 days'")
    const fresh = await created()
    await sweepTasks()
    for (const one of [id, waiting])
      expect(await read(one)).toMatchObject({
        status: 'failed',
        error: { code: 'execution_expired', retryable: true },
        cost: '0.000000',
      })
    expect(await read(fresh)).toMatchObject({ status: 'queued' })
    expect(await customer.money()).toMatchObject({ held: '0.005000' })
  })

  it.each([
    ["settings = '{}'"],
    ["routes = '[{}]'"],
    ["made = '7'"],
    ["meter = meter - 'startedAt'"],
    ["settings = '[]', meter = jsonb_build_object('id', meter -> 'id')"],
  ])('fails a task whose row is damaged (%s), once and free of charge', async (damage) => {
    const id = await created()
    await set(id, damage)
    await expect(work(id)).rejects.toThrow()
    expect(await customer.money()).toMatchObject({ held: '0.005000' })
    const error = vi.spyOn(logger, 'error')
    await sweepTasks()
    expect(error).not.toHaveBeenCalled() // it may be read yet
    await set(id, "started_at = now() - interval '2 hours'")
    await Promise.all([sweepTasks(), sweepTasks()])
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ task: id }),
      'an image task failed unexpectedly',
    )
    error.mockClear()
    await sweepTasks()
    expect(error).not.toHaveBeenCalled()
    vi.restoreAllMocks()
    expect(await read(id)).toMatchObject({ status: 'failed', cost: '0.000000' })
    expect(await customer.money()).toEqual({ balance: '5.000000', held: '0.000000' })
  })

  it('takes over tasks of the version before that nobody works on', async () => {
    const [waiting, queued, drawing] = [await created(), await created(), await created()]
    const rest = 'next_turn_at = NULL'
    await set(waiting, `${rest}, admitted_at = NULL`)
    await set(queued, rest)
    await set(drawing, `${rest}, status = 'processing', run = 1, started_at = now()`)
    const due = async () =>
      (await claimTurns(imageTasks, { limit: 100, share: 100, running: new Map() }, new Date())).map(
        ({ id }) => id,
      )
    expect(await due()).not.toEqual(expect.arrayContaining([waiting]))
    await sweepTasks()
    // The others are in the queue of that version, whose workers claim them there.
    expect(await due()).toEqual([waiting])
    await adoptQueued({ payload: { taskId: queued } })
    await adoptQueued({ payload: { taskId: drawing } })
    await adoptQueued({ payload: { taskId: drawing } })
    expect((await due()).sort()).toEqual([queued, drawing].sort())
    for (const id of [waiting, queued, drawing]) {
      await work(id)
      expect(await read(id)).toMatchObject({ status: 'completed', cost: '0.005000' })
    }
  })

  it('deletes tasks older than the history, unless they are unsettled', async () => {
    const [old, open, young] = [await created(), await created(), await created()]
    await work(old)
    await set(old, "created_at = now() - interval '32 days'")
    await set(open, "status = 'processing', created_at = now() - interval '32 days', started_at = now()")
    await sweepTasks()
    expect([await isThere(old), await isThere(open), await isThere(young)]).toEqual([0, 1, 1])
  })
})

it('a retry with the key of a request that died before it answered gets the same task', async () => {
  const id = await created('one-intent')
  expect(await created('one-intent')).toBe(id)
  expect(await created('another')).not.toBe(id)
  await set(id, "created_at = now() - interval '25 hours'")
  expect(await created('one-intent')).not.toBe(id)
})

/** A task whose worker died when a picture was stored but not yet recorded. */
async function abandoned() {
  const json = { model: 'sandbox/image-1', prompt: 'A kite', size: '64x64', quality: 'low', n: 2 }
  const { id: taskId } = await createGeneration(customer.caller, CreateGenerationRequest.parse(json))
  await pool.query(
    "UPDATE image_tasks SET status = 'processing', run = 1, started_at = now() WHERE id = $1",
    [taskId],
  )
  const { id } = await keepObject({
    id: pictureId({ taskId, run: 1, position: 1, attempt: 0 }),
    customerId: customer.caller.customerId,
    body: Buffer.from('a picture'),
    mimeType: 'image/png',
    expiresAt: new Date(Date.now() + 3600_000),
  })
  return { taskId, objectId: id }
}

const statusOf = async (objectId: string) =>
  (await pool.query('SELECT status FROM objects WHERE id = $1', [objectId])).rows[0]?.status

it('what a dead worker stored is deleted by the next one, and only that', async () => {
  const { taskId, objectId } = await abandoned()
  await work(taskId)
  expect(await statusOf(objectId)).toBe('deleting')
  const { status, images } = await readImage(customer.caller, taskId)
  const stored = images.map(({ object_url }) => object_url?.split('/').at(-1) ?? '')
  expect([status, stored.length, new Set(stored).size]).toEqual(['completed', 2, 2])
  for (const id of stored) expect(await statusOf(id)).toBe('stored')
})

it('what a dead worker stored is deleted when the task is cancelled', async () => {
  const { taskId, objectId } = await abandoned()
  await cancelTask(customer.caller, taskId)
  expect(await statusOf(objectId)).toBe('deleting')
})

const request = CreateGenerationRequest.parse({ model: 'sandbox/image-1', prompt: 'A kite', size: '64x64' })

/** The connection breaks at the statement that makes a task: after it, or before; and then for that many queries about it. */
function breakOnce(isWritten: boolean, unanswered = 0): void {
  const ask = pool.query.bind(pool)
  let [isBroken, left] = [false, unanswered]
  vi.spyOn(pool, 'query').mockImplementation(async (...asked: unknown[]) => {
    const statement = JSON.stringify(asked[0])
    const isIt = !isBroken && statement.includes('INSERT INTO image_tasks')
    const isQuestion = isBroken && left > 0 && statement.includes('"image-task"')
    if (!isIt && !isQuestion) return Reflect.apply(ask, pool, asked)
    if (isQuestion) left -= 1
    isBroken = true
    if (isIt && isWritten) await Reflect.apply(ask, pool, asked)
    throw new Error('Connection terminated unexpectedly')
  })
}

it("a task is created once if the database's answer was lost, and not if the statement was", async () => {
  const { caller, money } = await newCustomer()
  const idsOf = async () =>
    (await listTasks(caller, ImageTaskListQuery.parse({}))).data.map((task) => task.id)
  breakOnce(true)
  const { id } = await createGeneration(caller, request)
  vi.restoreAllMocks()
  expect(await idsOf()).toEqual([id])
  const before = await money()
  breakOnce(false)
  await expect(createGeneration(caller, request)).rejects.toMatchObject({ code: 'service_unavailable' })
  vi.restoreAllMocks()
  expect(await idsOf()).toEqual([id])
  await expect.poll(money).toEqual(before)
})

it('one that was made and refused, as the database did not say so, is called off; not where a key finds it again', async () => {
  const { caller, money } = await newCustomer()
  const statuses = async () =>
    (await listTasks(caller, ImageTaskListQuery.parse({}))).data.map(({ status }) => status)
  const untouched = await money()
  breakOnce(true, 2)
  await expect(createGeneration(caller, request)).rejects.toMatchObject({ code: 'service_unavailable' })
  await expect.poll(statuses, { timeout: 10_000 }).toEqual(['cancelled'])
  await expect.poll(money).toEqual(untouched)
  vi.restoreAllMocks()
  breakOnce(true, 1)
  await expect(createGeneration(caller, request, 'a-key')).rejects.toMatchObject({
    code: 'service_unavailable',
  })
  const { id } = await createGeneration(caller, request, 'a-key')
  expect((await listTasks(caller, ImageTaskListQuery.parse({}))).data[0]).toMatchObject({
    id,
    status: 'queued',
  })
})

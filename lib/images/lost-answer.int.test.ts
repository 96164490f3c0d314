import { afterAll, expect, it, vi } from 'vitest'
import { pool } from '@/lib/platform/db'
import { createGeneration } from './create-task'
import { listTasks } from './history'
import { CreateGenerationRequest, ImageTaskListQuery } from './schema'
import { newCustomer } from './testing/new-customer'
import { openTestbed } from './testing/open-testbed'

const { close } = await openTestbed()
afterAll(close)

const request = CreateGenerationRequest.parse({ model: 'sandbox/image-1', prompt: 'A kite', size: '64x64' })

/** The connection breaks at the statement that makes a task: after it, or before; and then for so many questions about it. */
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

it('a task is made once where the answer of the database was lost, and not where the statement was', async () => {
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
  vi.restoreAllMocks()
})

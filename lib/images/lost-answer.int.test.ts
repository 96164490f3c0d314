import { afterAll, expect, it, vi } from 'vitest'
import { pool } from '@/lib/platform/db'
import { createGeneration } from './create-generation'
import { listTasks } from './list-tasks'
import { CreateGenerationRequest, ImageTaskListQuery } from './schema'
import { newCustomer } from './testing/new-customer'
import { openTestbed } from './testing/open-testbed'

const { close } = await openTestbed()
afterAll(close)

const request = CreateGenerationRequest.parse({ model: 'sandbox/image-1', prompt: 'A kite', size: '64x64' })

/** The connection breaks at the statement that makes a task: after it, or before. */
function breakOnce(isWritten: boolean): void {
  const ask = pool.query.bind(pool)
  let isBroken = false
  vi.spyOn(pool, 'query').mockImplementation(async (...asked: unknown[]) => {
    const isIt = !isBroken && JSON.stringify(asked[0]).includes('INSERT INTO image_tasks')
    if (!isIt) return Reflect.apply(ask, pool, asked)
    isBroken = true
    if (isWritten) await Reflect.apply(ask, pool, asked)
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
  await expect(createGeneration(caller, request)).rejects.toThrow('Connection terminated')
  vi.restoreAllMocks()
  expect(await idsOf()).toEqual([id])
  await expect.poll(money).toEqual(before)
})

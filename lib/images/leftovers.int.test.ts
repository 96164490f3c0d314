import { afterAll, beforeEach, expect, it } from 'vitest'
import { keepObject } from '@/lib/objects/keep-object'
import { pool } from '@/lib/platform/db'
import { createGeneration } from './create-task'
import { cancelTask, readImage } from './history'
import { pictureId } from './internal/store-pictures'
import { CreateGenerationRequest } from './schema'
import { newCustomer } from './testing/new-customer'
import { openTestbed, work } from './testing/open-testbed'

const { close } = await openTestbed()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  customer = await newCustomer()
})

/** A task whose worker died when a picture was in the store and nobody knew of it yet. */
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

it('what a worker that died has stored is deleted by the next one, and only that', async () => {
  const { taskId, objectId } = await abandoned()
  await work(taskId)
  expect(await statusOf(objectId)).toBe('deleting')
  const { status, images } = await readImage(customer.caller, taskId)
  const stored = images.map(({ object_url }) => object_url?.split('/').at(-1) ?? '')
  expect([status, stored.length, new Set(stored).size]).toEqual(['completed', 2, 2])
  for (const id of stored) expect(await statusOf(id)).toBe('stored')
})

it('what a worker that died has stored is deleted when the task is cancelled', async () => {
  const { taskId, objectId } = await abandoned()
  await cancelTask(customer.caller, taskId)
  expect(await statusOf(objectId)).toBe('deleting')
})

import { afterAll, expect, it, vi } from 'vitest'
import { readOwnObject } from '@/lib/objects/read-object'
import { clock } from '@/lib/platform/clock'
import { meanwhile } from '@/lib/platform/testing/other-processes'
import { createGeneration } from './create-task'
import { deleteImage, readImage } from './history'
import { CreateGenerationRequest } from './schema'
import { newCustomer } from './testing/new-customer'
import { openTestbed, work } from './testing/open-testbed'

const { close } = await openTestbed()
afterAll(close)

async function drawn() {
  const { caller } = await newCustomer()
  const json = { model: 'sandbox/image-1', prompt: 'A kite', size: '64x64', quality: 'low' }
  const { id } = await createGeneration(caller, CreateGenerationRequest.parse(json))
  await work(id)
  const { images } = await readImage(caller, id)
  return { caller, id, picture: () => readOwnObject(caller.customerId, images[0]?.object_url ?? '') }
}

it('a task is deleted for one of those who ask at once', async () => {
  const { caller, id, picture } = await drawn()
  const text = 'SELECT FROM image_tasks WHERE id = $1 FOR UPDATE'
  const answers = await meanwhile(
    { text, values: [id] },
    () => Promise.allSettled([1, 2, 3].map(() => deleteImage(caller, id))),
    3,
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'task_not_found' })
  expect(await picture()).toBeNull()
})

it('a task whose pictures could not be deleted with it stays as it was', async () => {
  const { caller, id, picture } = await drawn()
  // The first time is the task's, the second that of its pictures.
  vi.spyOn(clock, 'now')
    .mockReturnValueOnce(new Date())
    .mockImplementationOnce(() => {
      throw new Error('killed')
    })
  await expect(deleteImage(caller, id)).rejects.toThrow('killed')
  expect(await readImage(caller, id)).toMatchObject({ prompt: 'A kite', images: [{ width: 64 }] })
  expect(await picture()).not.toBeNull()
})

import { beforeAll, expect, it, vi } from 'vitest'
import { readObject } from '@/lib/objects/read-object'
import { clock } from '@/lib/platform/clock'
import { meanwhile } from '@/lib/platform/testing/other-processes'
import { deleteVideo, readVideo } from './history'
import { createScripted } from './testing/create-scripted'
import { customerWith, openStage, play, rowOf, succeeded } from './testing/stage'

vi.mock('@/lib/upstream/registry', () => import('./testing/scripted-registry'))

beforeAll(openStage)

async function filmed() {
  const caller = await customerWith('5')
  const states = [succeeded(Buffer.from('a film'), Buffer.from('its last frame'))]
  const { id } = await createScripted(caller, { states }, { return_last_frame: true })
  const { video_object_id, last_frame_object_id } = await play(id)
  const made = [video_object_id ?? '', last_frame_object_id ?? '']
  return { caller, id, left: () => Promise.all(made.map((one) => readObject(caller.customerId, one))) }
}

it('deleting a video takes its film, last frame and prompt with it; of several who ask at once, one succeeds', async () => {
  const { caller, id, left } = await filmed()
  const text = 'SELECT FROM video_tasks WHERE id = $1 FOR UPDATE'
  const answers = await meanwhile(
    { text, values: [id] },
    () => Promise.allSettled([1, 2, 3].map(() => deleteVideo(caller, id))),
    3,
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'task_not_found' })
  expect(await left()).toEqual([null, null])
  expect((await rowOf(id)).request.prompt).toBe('')
})

it('a video whose film could not be deleted with it is not deleted', async () => {
  const { caller, id, left } = await filmed()
  vi.spyOn(clock, 'now').mockImplementationOnce(() => {
    throw new Error('killed')
  })
  await expect(deleteVideo(caller, id)).rejects.toThrow('killed')
  expect((await readVideo(caller, id)).value).toMatchObject({
    status: 'completed',
    video_url: expect.any(String),
  })
  expect(await left()).not.toContain(null)
})

it('a video that still runs is not deleted', async () => {
  const caller = await customerWith('5')
  const { id } = await createScripted(caller, { states: [] })
  await expect(deleteVideo(caller, id)).rejects.toMatchObject({ code: 'task_not_finished' })
  expect((await readVideo(caller, id)).value).toMatchObject({ status: 'queued' })
})

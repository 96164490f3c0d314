import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { meanwhile } from '@/lib/platform/testing/other-processes'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoStatus } from '@/lib/upstream/contract/video-model'
import { readObject } from '@/lib/work/objects/read-object'
import { createVideo } from './create-video'
import { cancelVideo, deleteVideo, readVideo } from './history'
import { scripted } from './testing/scripted-registry'
import {
  createScripted,
  customerWith,
  money,
  openStage,
  play,
  request,
  rowOf,
  succeeded,
  turnOf,
} from './testing/stage'

vi.mock('@/lib/upstream/registry', () => import('./testing/scripted-registry'))

beforeAll(openStage)

let caller: Caller
beforeEach(async () => {
  caller = await customerWith('5')
})

const running: VideoStatus = { state: 'running', progress: 10 }
const paidBack = { balance: '5.000000', held: '0.000000' }
const stillHeld = { balance: '5.000000', held: '0.019602' }

describe('cancelling', () => {
  it('before an upstream knows the task releases its hold at once', async () => {
    const { id, prompt } = await createScripted(caller, { states: [succeeded()] })
    expect(await cancelVideo(caller, id)).toMatchObject({ status: 'cancelled', cost: '0.000000' })
    expect(await money(caller)).toEqual(paidBack)
    await play(id)
    expect(scripted.callsFor(prompt)).toEqual([])
  })

  it('while it is queued upstream cancels it there, and releases its hold before the answer', async () => {
    const { id, prompt } = await createScripted(caller, {
      states: [{ state: 'queued', progress: null }],
      cancel: 'gone',
    })
    await turnOf(id)
    const task = await cancelVideo(caller, id)
    expect(task).toMatchObject({ status: 'cancelled', cancelled_at: expect.any(String), cost: '0.000000' })
    expect(await money(caller)).toEqual(paidBack)
    await play(id)
    expect(scripted.cancelled.filter((handle) => handle === prompt)).toHaveLength(1)
    expect(await money(caller)).toEqual(paidBack)
  })

  it('is final although the upstream does not answer; it is cancelled there later', async () => {
    const { id, prompt } = await createScripted(caller, {
      states: [{ state: 'queued', progress: null }],
      cancel: 'gone',
    })
    await turnOf(id)
    vi.spyOn(scripted, 'status').mockRejectedValueOnce(new UpstreamError('unreachable'))
    expect(await cancelVideo(caller, id)).toMatchObject({ status: 'cancelled', cost: null })
    expect(await money(caller)).toEqual(stillHeld)
    await play(id)
    expect(scripted.cancelled.filter((handle) => handle === prompt)).toHaveLength(1)
    expect(await money(caller)).toEqual(paidBack)
  })

  it('while it is running is final; if the upstream finishes it, it is billed and stays cancelled', async () => {
    const { id, prompt } = await createScripted(caller, {
      states: [running, running, running, succeeded()],
      cancel: 'runs',
    })
    await turnOf(id)
    await turnOf(id)
    await cancelVideo(caller, id)
    await turnOf(id)
    expect(await money(caller)).toEqual(stillHeld)
    await play(id)
    const { value: task } = await readVideo(caller, id)
    expect(task).toMatchObject({ status: 'cancelled', video_url: null, cost: '0.019602' })
    expect(scripted.cancelled.filter((handle) => handle === prompt)).toHaveLength(1)
    expect(await money(caller)).toEqual({ balance: '4.980398', held: '0.000000' })
  })

  it.each<[string, VideoStatus]>([
    ['fails', { state: 'failed', code: 'upstream_error', message: 'No.', isRetryable: true }],
    ['expires', { state: 'expired' }],
    ['is stopped', { state: 'cancelled' }],
  ])('while it is filmed gives the money back when it then %s upstream', async (_what, fate) => {
    const { id } = await createScripted(caller, { states: [running, running, fate] })
    await turnOf(id)
    await turnOf(id)
    await cancelVideo(caller, id)
    await play(id)
    expect(await readVideo(caller, id)).toMatchObject({ value: { status: 'cancelled', cost: '0.000000' } })
    expect(await money(caller)).toEqual(paidBack)
  })

  it('while it is being started cancels it upstream afterwards', async () => {
    const body = request()
    scripted.write(body.prompt, { states: [running, { state: 'cancelled' }], cancel: 'runs' })
    const { id } = await createVideo(caller, body)
    const start = vi.spyOn(scripted, 'start').mockImplementationOnce(async (call) => {
      await cancelVideo(caller, id)
      start.mockRestore()
      return scripted.start(call)
    })
    await turnOf(id)
    expect((await rowOf(id)).handle).toBe(body.prompt)
    await play(id)
    expect(scripted.cancelled).toContain(body.prompt)
    expect(await money(caller)).toEqual(paidBack)
  })

  it('a finished task is a 409; of twenty concurrent cancels one succeeds', async () => {
    const { id } = await createScripted(caller, { states: [running] })
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => cancelVideo(caller, id)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'task_not_cancellable' })
    const done = await createScripted(caller, { states: [succeeded()] })
    await play(done.id)
    await expect(cancelVideo(caller, done.id)).rejects.toMatchObject({
      code: 'task_not_cancellable',
      status: 409,
    })
  })

  it("another customer's task is not there", async () => {
    const { id } = await createScripted(caller, { states: [running] })
    const stranger = await customerWith('5')
    await expect(cancelVideo(stranger, id)).rejects.toMatchObject({ code: 'task_not_found' })
    await expect(readVideo(stranger, id)).rejects.toMatchObject({ code: 'task_not_found' })
  })

  it('sends the callback once, with the task as it is', async () => {
    const url = 'https://1.1.1.1/hook'
    const { id } = await createScripted(caller, { states: [running] }, { callback_url: url })
    await cancelVideo(caller, id)
    const deliveries = await prisma.callbackDelivery.findMany({ where: { customerId: caller.customerId } })
    expect(deliveries).toMatchObject([{ url, event: 'video.generation.cancelled' }])
    expect(JSON.stringify(deliveries[0])).toContain(id)
  })
})

async function filmed() {
  const caller = await customerWith('5')
  const states = [succeeded(Buffer.from('a film'), Buffer.from('its last frame'))]
  const { id } = await createScripted(caller, { states }, { return_last_frame: true })
  const { video_object_id, last_frame_object_id } = await play(id)
  const made = [video_object_id ?? '', last_frame_object_id ?? '']
  return { caller, id, left: () => Promise.all(made.map((one) => readObject(caller.customerId, one))) }
}

it('deleting a video deletes its file, last frame and prompt; of several concurrent deletes one succeeds', async () => {
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

it('a video whose file could not be deleted is not deleted', async () => {
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

it('a running video is not deleted', async () => {
  const caller = await customerWith('5')
  const { id } = await createScripted(caller, { states: [] })
  await expect(deleteVideo(caller, id)).rejects.toMatchObject({ code: 'task_not_finished' })
  expect((await readVideo(caller, id)).value).toMatchObject({ status: 'queued' })
})

import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoStatus } from '@/lib/upstream/contract/video-model'
import { performTurn } from '@/lib/work/tasks/work'
import { cancelVideo } from './history'
import { scripted } from './testing/scripted-registry'
import {
  claim,
  createScripted,
  customerWith,
  money,
  openStage,
  play,
  rowOf,
  succeeded,
  turnOf,
} from './testing/stage'
import { receiveNotification, videoTasks } from './turns'

vi.mock('@/lib/upstream/registry', () => import('./testing/scripted-registry'))
const running: VideoStatus = { state: 'running', progress: 10 }

beforeAll(openStage)
beforeAll(() => {
  env().publicUrl = 'https://portico.example'
})

let caller: Caller
beforeEach(async () => {
  caller = await customerWith('5')
})

/** As the upstream sends it, by the link that one of its starts was given. */
function notification({ id, prompt }: { id: string; prompt: string }, { start = 0, body = prompt } = {}) {
  const link = new URL(scripted.callsFor(prompt)[start]?.callbackUrl ?? '')
  expect(link.href).toContain(`https://portico.example/api/video-nudges/${id}/`)
  return receiveNotification(id, link.pathname.split('/').at(-1) ?? '', Buffer.from(body))
}

/** The upstream accepts the task, and the process dies before it can write that down. */
async function startAndDie(id: string): Promise<void> {
  const turn = await claim(id)
  expect(turn).toMatchObject({ is_start: true })
  if (turn) await performTurn(videoTasks, turn, new AbortController().signal)
}

/** What another process finds when the dead one's time is over. */
const waitOut = (id: string) =>
  prisma.videoTask.update({ where: { id }, data: { turnState: 'waiting', nextTurnAt: new Date(0) } })
const stateOf = (id: string) => prisma.videoTask.findUniqueOrThrow({ where: { id } })

describe('a notification', () => {
  it('makes the next turn due at once', async () => {
    const task = await createScripted(caller, { states: [running] })
    await turnOf(task.id)
    await prisma.videoTask.update({ where: { id: task.id }, data: { nextTurnAt: new Date('2100-01-01') } })
    expect(await notification(task)).toEqual({ received: true })
    expect((await stateOf(task.id)).nextTurnAt.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
  })

  it('makes another turn follow at once if one is running', async () => {
    const task = await createScripted(caller, { states: [running] })
    await turnOf(task.id)
    await claim(task.id)
    await notification(task)
    expect(await stateOf(task.id)).toMatchObject({ turnState: 'again' })
  })

  it('brings the handle of a task whose process died before it stored it: the video is made once', async () => {
    const task = await createScripted(caller, { states: [running, succeeded()] })
    await startAndDie(task.id)
    expect(await rowOf(task.id)).toMatchObject({ handle: null, route_id: null })
    const { routes } = await rowOf(task.id)
    await notification(task)
    expect(await rowOf(task.id)).toMatchObject({ handle: task.prompt, route_id: routes[0]?.routeId })
    await waitOut(task.id)
    expect(await play(task.id)).toMatchObject({ status: 'completed', starts: 1 })
    expect(scripted.callsFor(task.prompt)).toHaveLength(1)
    expect(await money(caller)).toEqual({ balance: '4.980398', held: '0.000000' })
  })

  it('brings it also if the upstream accepted the task without answering', async () => {
    const task = await createScripted(caller, {
      starts: [new UpstreamError('timeout')],
      states: [succeeded()],
    })
    await turnOf(task.id)
    await notification(task)
    await play(task.id)
    expect(scripted.callsFor(task.prompt)).toHaveLength(1)
  })

  it('brings it for a task that was cancelled meanwhile, and cancels it upstream', async () => {
    const task = await createScripted(caller, { states: [running], cancel: 'gone' })
    await startAndDie(task.id)
    await cancelVideo(caller, task.id)
    await notification(task)
    await waitOut(task.id)
    await play(task.id)
    expect(scripted.cancelled).toContain(task.prompt)
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '0.000000' })
  })

  it('brings none once the settlement is decided: a failed task must not be made for nothing', async () => {
    const task = await createScripted(caller, { states: [succeeded()] })
    await startAndDie(task.id)
    await prisma.videoTask.update({ where: { id: task.id }, data: { settlement: { kind: 'release' } } })
    await notification(task)
    expect(await rowOf(task.id)).toMatchObject({ handle: null, route_id: null })
    await waitOut(task.id)
    expect(await play(task.id)).toMatchObject({ status: 'failed' })
  })

  it('does not change a known handle', async () => {
    const task = await createScripted(caller, { states: [running] })
    await turnOf(task.id)
    await notification(task, { body: 'another' })
    expect(await rowOf(task.id)).toMatchObject({ handle: task.prompt })
  })

  it('without a handle does not start a task again', async () => {
    const task = await createScripted(caller, { starts: [new UpstreamError('timeout')], states: [running] })
    await turnOf(task.id)
    const before = await stateOf(task.id)
    expect(await notification(task, { body: '' })).toEqual({ received: true })
    expect(await stateOf(task.id)).toEqual(before)
  })

  it('of a failed start does not bring its handle back', async () => {
    const failed: VideoStatus = { state: 'failed', code: 'upstream_error', message: 'x', isRetryable: true }
    const task = await createScripted(caller, { states: [failed, succeeded()] })
    await turnOf(task.id)
    await turnOf(task.id)
    expect(await rowOf(task.id)).toMatchObject({ handle: null })
    await expect(notification(task)).rejects.toMatchObject({ code: 'not_found' })
    await turnOf(task.id)
    await expect(notification(task)).rejects.toMatchObject({ code: 'not_found' })
    expect(await notification(task, { start: 1 })).toEqual({ received: true })
  })

  it('is not found by an unknown link, by that of another task, or when the task is over', async () => {
    const [task, other] = [
      await createScripted(caller, { states: [succeeded()] }),
      await createScripted(caller, { states: [running] }),
    ]
    await startAndDie(task.id)
    await startAndDie(other.id)
    const before = await stateOf(other.id)
    const guess = receiveNotification(other.id, 'guess', Buffer.from(other.prompt))
    await expect(guess).rejects.toMatchObject({ code: 'not_found' })
    const link = scripted.callsFor(task.prompt)[0]?.callbackUrl?.split('/').at(-1) ?? ''
    const foreign = receiveNotification(other.id, link, Buffer.from(other.prompt))
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' })
    expect(await stateOf(other.id)).toEqual(before)
    await notification(task)
    await waitOut(task.id)
    await play(task.id)
    await expect(notification(task)).rejects.toMatchObject({ code: 'not_found' })
  })
})

import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { StoredMeter } from '@/lib/money/usage/task-meter'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { Slots } from '@/lib/platform/jobs/slots'
import { logger } from '@/lib/platform/logger'
import { formatUsd } from '@/lib/platform/money'
import type { VideoStatus } from '@/lib/upstream/contract/video-model'
import {
  claimTurns,
  extendTurns,
  planTurns,
  returnAllTurns,
  returnTurns,
} from '@/lib/work/tasks/turn-repository'
import { turnsOf } from '@/lib/work/tasks/work'
import { createVideo } from './create-video'
import { cancelVideo } from './history'
import { scripted } from './testing/scripted-registry'
import { claim, customerWith, money, openStage, play, request, rowOf, turnOf } from './testing/stage'
import { videoTasks } from './turns'

vi.mock('@/lib/upstream/registry', () => import('./testing/scripted-registry'))
const running: VideoStatus = { state: 'running', progress: 10 }

beforeAll(openStage)

let caller: Caller
beforeEach(async () => {
  // Nothing that other tests left is due.
  await prisma.videoTask.updateMany({ data: { nextTurnAt: new Date('2100-01-01') } })
  caller = await customerWith('5')
})

async function create(by = caller) {
  const body = request()
  scripted.write(body.prompt, { states: [running] })
  const { id } = await createVideo(by, body)
  return { id, prompt: body.prompt }
}

const createMany = (count: number, by = caller) =>
  Promise.all(Array.from({ length: count }, () => create(by)))
const claimSome = (limit: number, share = 100, busy: [string, number][] = []) =>
  claimTurns(videoTasks, { limit, share, running: new Map(busy) }, clock.now())
const stateOf = (id: string) => prisma.videoTask.findUniqueOrThrow({ where: { id } })
const makeDue = (id: string) =>
  prisma.videoTask.update({ where: { id }, data: { nextTurnAt: new Date(Date.now() - 1000) } })

describe('turns', () => {
  it('that are due are claimed by one worker each, however many ask', async () => {
    const ids = (await createMany(12)).map(({ id }) => id)
    const claimed = (await Promise.all(Array.from({ length: 6 }, () => claimSome(5)))).flat()
    claimed.push(...(await claimSome(100))) // what two reached for at the same moment, one may have had to leave
    expect(claimed.map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(await claimSome(100)).toEqual([])
  })

  it('of one customer leave room for others', async () => {
    await createMany(5)
    const other = await customerWith('5')
    const { id } = await create(other)
    const first = await claimSome(100, 2)
    expect(first.map(({ customer_id }) => customer_id).sort()).toEqual(
      [caller.customerId, caller.customerId, other.customerId].sort(),
    )
    expect(first.map((turn) => turn.id)).toContain(id)
    expect(await claimSome(100, 2, [[caller.customerId, 2]])).toEqual([])
    expect(await claimSome(100, 3, [[caller.customerId, 2]])).toHaveLength(1)
  })

  it('are taken over from a silent worker, whose results are then ignored', async () => {
    const { id } = await create()
    await turnOf(id)
    const silent = await claim(id)
    await makeDue(id)
    const [next] = await claimSome(1)
    expect(next).toMatchObject({ id, turn: (silent?.turn ?? 0) + 1, is_start: false })
    const news = { progress: 99, isRunning: true }
    await planTurns(videoTasks, [{ id, turn: silent?.turn ?? 0, plan: { afterSeconds: 0, news } }])
    expect(await stateOf(id)).toMatchObject({ turn: next?.turn, turnState: 'taken', progress: null })
    expect(await extendTurns(videoTasks, [{ id, turn: silent?.turn ?? 0 }])).toEqual(new Set([id]))
    expect(await extendTurns(videoTasks, [{ id, turn: next?.turn ?? 0 }])).toEqual(new Set())
  })

  it('are due at once when all workers have died, except starts that may have reached the upstream', async () => {
    const [asked, starting] = [await create(), await create()]
    await turnOf(asked.id)
    await makeDue(asked.id)
    expect(await claim(asked.id)).toMatchObject({ is_start: false })
    expect(await claim(starting.id)).toMatchObject({ is_start: true })
    await returnAllTurns(videoTasks)
    const due = (await claimSome(100)).map(({ id }) => id)
    expect(due.filter((id) => id === asked.id || id === starting.id)).toEqual([asked.id])
  })

  it('keep the handle of a start that was answered too late, if there is no other', async () => {
    const { id } = await create()
    const slow = await claim(id)
    expect(slow).toMatchObject({ is_start: true, starts: 1 })
    await makeDue(id)
    await claimSome(1)
    const accepted = { routeId: 'a route', handle: 'a handle' }
    await planTurns(videoTasks, [{ id, turn: slow?.turn ?? 0, plan: { afterSeconds: 0, accepted } }])
    expect(await rowOf(id)).toMatchObject({ handle: 'a handle', route_id: 'a route', turn: 2 })
  })

  it('end although the database cannot store the message of one', async () => {
    const [one, other] = await createMany(2)
    if (one === undefined || other === undefined) throw new Error('there are two')
    const turns = [await claim(one.id), await claim(other.id)]
    const accepted = { routeId: 'a route', handle: 'a handle' }
    await planTurns(videoTasks, [
      { id: one.id, turn: turns[0]?.turn ?? 0, plan: { afterSeconds: 1e300, accepted } },
      { id: other.id, turn: turns[1]?.turn ?? 0, plan: { afterSeconds: 600 } },
    ])
    expect(await stateOf(one.id)).toMatchObject({ turnState: 'taken', handle: null })
    expect(await stateOf(other.id)).toMatchObject({ turnState: 'waiting' })
  })

  it('that are given back are due at once', async () => {
    const { id } = await create()
    await turnOf(id)
    const turn = await claim(id)
    await returnTurns(videoTasks, turn ? [turn] : [])
    expect((await claimSome(1)).map((one) => one.id)).toEqual([id])
  })

  it('follow at once if the task was cancelled meanwhile', async () => {
    const { id } = await create()
    await turnOf(id)
    const turn = await claim(id)
    await cancelVideo(caller, id)
    expect(await claimSome(1)).toEqual([])
    await planTurns(videoTasks, [{ id, turn: turn?.turn ?? 0, plan: { afterSeconds: 600 } }])
    expect((await claimSome(1)).map((one) => one.id)).toEqual([id])
  })

  it.each([
    ["request = '{}'"],
    ["routes = '[{}]', handle = 'a film upstream', route_id = 'gone'"],
    ["meter = meter - 'startedAt', attempts = '{}'"],
  ])('end a task whose row is damaged (%s) after an hour, once and free of charge', async (damage) => {
    const { id } = await create()
    const { id: whole } = await create()
    await prisma.$executeRawUnsafe(`UPDATE video_tasks SET ${damage} WHERE id = '${id}'`)
    await expect(rowOf(id)).rejects.toThrow()
    const error = vi.spyOn(logger, 'error')
    expect((await claimSome(2)).map((turn) => turn.id)).toEqual([whole])
    expect(error).not.toHaveBeenCalled() // it may be read yet
    await prisma.videoTask.update({
      where: { id },
      data: { createdAt: new Date(Date.now() - 3_700_000), nextTurnAt: new Date(0) },
    })
    expect(await claimSome(2)).toEqual([])
    expect(error).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ task: id }), expect.anything())
    vi.restoreAllMocks()
    expect(await play(id)).toMatchObject({ status: 'failed', error: { code: 'internal_error' } })
    const hold = await prisma.videoTask.findUniqueOrThrow({ where: { id: whole }, select: { meter: true } })
    const { amountNanos } = StoredMeter.parse(hold.meter)
    expect(await money(caller)).toEqual({ balance: '5.000000', held: formatUsd(amountNanos) })
  })

  it('end a task that was settled when its process died, and start nothing', async () => {
    const { id, prompt } = await create()
    const { routes } = await rowOf(id)
    const reading = {
      status: 'failed',
      modality: 'video',
      taskId: id,
      usageSource: 'none',
      errorCode: 'invalid_input',
      modelId: routes[0]?.modelId,
      modelName: 'x',
      providerId: routes[0]?.providerId,
      priceId: routes[0]?.priceId,
      endedAt: new Date().toISOString(),
      promptTokens: 0,
      completionTokens: 0,
      videoMillis: 0,
    }
    await prisma.videoTask.update({ where: { id }, data: { settlement: { kind: 'settle', reading } } })
    await play(id)
    expect(await rowOf(id)).toMatchObject({ status: 'failed', error: { code: 'invalid_input' } })
    expect(scripted.callsFor(prompt)).toEqual([])
  })
})

describe('a process whose upstream does not answer', () => {
  it('still accepts tasks, limits concurrent calls, and starts each task once', async () => {
    const gate = Promise.withResolvers<void>()
    const asked: string[] = []
    let [now, most] = [0, 0]
    vi.spyOn(scripted, 'start').mockImplementation(async ({ prompt }) => {
      asked.push(prompt)
      now += 1
      most = Math.max(most, now)
      await gate.promise
      now -= 1
      return { handle: prompt }
    })
    const slots = new Slots(turnsOf(videoTasks))
    try {
      const first = await createMany(10)
      slots.look()
      await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(6)
      const later = await createMany(10)
      slots.look()
      expect(asked).toHaveLength(6)
      gate.resolve()
      const all = [...first, ...later]
      // As the process does every now and then.
      const looked = () => {
        slots.look()
        return asked.length
      }
      await expect.poll(looked, { timeout: 20_000 }).toBe(all.length)
      expect([...asked].sort()).toEqual(all.map(({ prompt }) => prompt).sort())
      expect(most).toBe(6)
    } finally {
      gate.resolve()
      await slots.stop(10_000)
    }
  })
})

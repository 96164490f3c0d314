import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setEnabled } from '@/lib/catalog/models/operator-changes'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { pool, prisma } from '@/lib/platform/db'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { inTransaction } from '@/lib/platform/transaction'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoStatus } from '@/lib/upstream/contract/video-model'
import { settleDecided } from '@/lib/work/tasks/settle'
import { claimTurns } from '@/lib/work/tasks/turn-repository'
import { cancelVideo, readVideo } from './history'
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
import { sweepVideos, videoTasks } from './turns'

vi.mock('@/lib/upstream/registry', () => import('./testing/scripted-registry'))

const running: VideoStatus = { state: 'running', progress: 10 }
const untouched = { balance: '5.000000', held: '0.000000' }
const charged = { balance: '4.980398', held: '0.000000' }
const DAY_MILLIS = 24 * 3600 * 1000

beforeAll(openStage)

let caller: Caller
beforeEach(async () => {
  // Nothing that other tests left is due.
  await prisma.videoTask.updateMany({ data: { nextTurnAt: new Date('2100-01-01') } })
  caller = await customerWith('5')
})

const read = async (id: string) => (await readVideo(caller, id)).value
/** What another process finds when the time of one that died is over. */
const waitOut = (id: string) => prisma.videoTask.update({ where: { id }, data: { turnState: 'waiting' } })
const later = (millis: number) =>
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + millis))
const breakTransactions = () =>
  vi.spyOn(prisma, '$transaction').mockRejectedValueOnce(new Error('Connection terminated unexpectedly'))

describe('a task that meets what nobody foresaw', () => {
  it('while it is started fails after the third time, at no cost', async () => {
    const task = await createScripted(caller, { states: [running] })
    const start = vi.spyOn(scripted, 'start').mockRejectedValue(new TypeError('x is not a function'))
    for (const _time of [1, 2]) {
      await expect(turnOf(task.id)).rejects.toThrow('x is not a function')
      await waitOut(task.id)
    }
    await turnOf(task.id)
    expect(start).toHaveBeenCalledTimes(3)
    start.mockRestore()
    expect(await read(task.id)).toMatchObject({ status: 'failed', error: { code: 'internal_error' } })
    expect(await money(caller)).toEqual(untouched)
  })

  it.each([
    ['provider', 'sandbox'],
    ['model', 'sandbox/video'],
  ] as const)('is fetched also while its %s is switched off', async (kind, id) => {
    const task = await createScripted(caller, { states: [running, succeeded()] })
    await turnOf(task.id)
    const switchTo = async (enabled: boolean) => {
      await inTransaction((transaction) => setEnabled(kind, id, enabled, transaction))
      await loadCatalog()
    }
    await switchTo(false)
    try {
      await play(task.id)
    } finally {
      await switchTo(true)
    }
    expect(await read(task.id)).toMatchObject({ status: 'completed' })
    expect(await money(caller)).toEqual(charged)
  })

  it('fails when every process that starts it dies', async () => {
    const task = await createScripted(caller, { states: [succeeded()] })
    for (let count = 0; count < 8; count += 1) {
      expect(await claim(task.id)).toMatchObject({ is_start: true })
      await waitOut(task.id)
    }
    await turnOf(task.id)
    expect(await read(task.id)).toMatchObject({ status: 'failed', error: { code: 'internal_error' } })
    expect(scripted.callsFor(task.prompt)).toEqual([])
    expect(await money(caller)).toEqual(untouched)
  })

  it('while its end is written ends by the next turn, and is charged once', async () => {
    const task = await createScripted(caller, { states: [succeeded()] })
    await turnOf(task.id)
    const broken = breakTransactions()
    await turnOf(task.id)
    expect(broken).toHaveBeenCalled()
    expect(await read(task.id)).toMatchObject({ status: 'processing' })
    // Decided to be paid: the deadline does not revoke it.
    await prisma.videoTask.update({ where: { id: task.id }, data: { settledAt: null } })
    later(3 * DAY_MILLIS)
    await sweepVideos()
    vi.restoreAllMocks()
    await play(task.id)
    await waitOut(task.id)
    await turnOf(task.id)
    expect(await read(task.id)).toMatchObject({ status: 'completed', cost: '0.019602' })
    expect(await money(caller)).toEqual(charged)
  })

  it('while it is settled is charged when another process starts', async () => {
    const task = await createScripted(caller, { states: [succeeded()] })
    await play(task.id)
    const { settlement } = await prisma.videoTask.findUniqueOrThrow({ where: { id: task.id } })
    const other = await createScripted(caller, { states: [succeeded()] })
    await claim(other.id)
    await prisma.videoTask.update({ where: { id: other.id }, data: { settlement: settlement ?? {} } })
    await Promise.all([settleDecided(videoTasks), settleDecided(videoTasks)])
    expect(await rowOf(other.id)).toMatchObject({ settled_at: expect.any(Date) })
    expect(await money(caller)).toMatchObject({ held: '0.000000' })
  })

  it("ends with the upstream's message, whatever it contains", async () => {
    const message = `no\u0000thing ${'🎬'.slice(0, 1)}`
    const failed: VideoStatus = { state: 'failed', code: 'invalid_input', message, isRetryable: false }
    const refusal = new UpstreamError('rejected', { message })
    for (const script of [{ states: [failed] }, { starts: [refusal], states: [] }]) {
      const { id } = await createScripted(caller, script)
      await play(id)
      expect(await read(id)).toMatchObject({ status: 'failed', error: { message: 'nothing \ufffd' } })
    }
    expect(await money(caller)).toEqual(untouched)
  })

  it('and cannot be read does not block others', async () => {
    const [broken, other] = [
      await createScripted(caller, { states: [running] }),
      await createScripted(caller, { states: [running] }),
    ]
    const routes = await rowOf(broken.id)
    await prisma.videoTask.update({ where: { id: broken.id }, data: { routes: 'nonsense' } })
    const turns = await claimTurns(videoTasks, { limit: 10, share: 10, running: new Map() }, clock.now())
    expect(turns.map(({ id }) => id)).toEqual([other.id])
    await prisma.videoTask.update({ where: { id: broken.id }, data: { routes: routes.routes } })
  })
})

describe('the money of a cancelled task', () => {
  it('whose upstream never reports again is released after a week', async () => {
    const task = await createScripted(caller, { states: [running, new UpstreamError('failed')] })
    await turnOf(task.id)
    await turnOf(task.id)
    await cancelVideo(caller, task.id)
    later(6 * DAY_MILLIS)
    await turnOf(task.id)
    expect(await money(caller)).toMatchObject({ held: '0.019602' })
    later(8 * DAY_MILLIS)
    await play(task.id)
    vi.restoreAllMocks()
    expect(await money(caller)).toEqual(untouched)
  })

  it('whose provider was removed from the catalog is released after a week', async () => {
    const task = await createScripted(caller, { states: [running] })
    await turnOf(task.id)
    await prisma.videoTask.update({ where: { id: task.id }, data: { routeId: 'gone' } })
    await cancelVideo(caller, task.id)
    later(8 * DAY_MILLIS)
    await play(task.id)
    vi.restoreAllMocks()
    expect(await money(caller)).toEqual(untouched)
  })
})

describe('copies', () => {
  const objects = () =>
    prisma.objectRecord.findMany({
      where: { customerId: caller.customerId },
      orderBy: { expiresAt: 'asc' },
      select: { status: true, expiresAt: true },
    })
  const daysLeft = ({ expiresAt }: { expiresAt: Date }) =>
    Math.round((expiresAt.getTime() - Date.now()) / DAY_MILLIS)

  it('of a process that died are deleted after a day; those of the finished video stay', async () => {
    const task = await createScripted(
      caller,
      { states: [succeeded(Buffer.from('a film'), Buffer.from('its last frame'))] },
      { return_last_frame: true },
    )
    await turnOf(task.id)
    breakTransactions()
    await turnOf(task.id)
    vi.restoreAllMocks()
    await play(task.id)
    const kept = await objects()
    expect(kept.map(daysLeft)).toEqual([1, 1, 30, 30])
    expect(new Set(kept.map(({ status }) => status))).toEqual(new Set(['stored']))
  })

  it('of a video wait until its last frame can be copied', async () => {
    const task = await createScripted(
      caller,
      { states: [succeeded(Buffer.from('a film'), Buffer.from('its last frame'))] },
      { return_last_frame: true },
    )
    await turnOf(task.id)
    const put = vi.spyOn(storage(), 'put').mockRejectedValue(new StorageError('away'))
    await turnOf(task.id)
    expect(put.mock.calls.map(([, , { contentType }]) => contentType)).toEqual(['image/png'])
    put.mockRestore()
    await play(task.id)
    expect(await read(task.id)).toMatchObject({ status: 'completed' })
  })

  it('that fail are retried with growing delays', async () => {
    const task = await createScripted(caller, { states: [succeeded()] })
    await turnOf(task.id)
    const put = vi.spyOn(storage(), 'put').mockRejectedValue(new StorageError('away'))
    const pauseAt = async (ageMillis: number) => {
      await prisma.videoTask.update({
        where: { id: task.id },
        data: { createdAt: new Date(Date.now() - ageMillis) },
      })
      await turnOf(task.id)
      const { nextTurnAt } = await prisma.videoTask.findUniqueOrThrow({ where: { id: task.id } })
      return Math.round((nextTurnAt.getTime() - Date.now()) / 10_000) * 10
    }
    expect(await pauseAt(1000)).toBeLessThanOrEqual(20)
    expect(await pauseAt(20 * 60_000)).toBe(120)
    expect(await pauseAt(DAY_MILLIS)).toBe(300)
    put.mockRestore()
  })
})

describe('a task that was created although its caller got 503', () => {
  /** The connection breaks after the statement that makes the task, and the database does not answer the question after it. */
  function breakTwice(): void {
    const ask = pool.query.bind(pool)
    let isBroken = false
    vi.spyOn(pool, 'query').mockImplementation(async (...asked: unknown[]) => {
      const statement = JSON.stringify(asked[0])
      const isMaking = statement.includes('INSERT INTO video_tasks')
      if (isBroken || !isMaking) {
        if (isBroken && statement.includes('"video-task"')) {
          vi.restoreAllMocks()
          throw new Error('Connection terminated unexpectedly')
        }
        return Reflect.apply(ask, pool, asked)
      }
      isBroken = true
      await Reflect.apply(ask, pool, asked)
      throw new Error('Connection terminated unexpectedly')
    })
  }
  const onlyTask = () =>
    prisma.videoTask.findFirstOrThrow({ where: { customerId: caller.customerId }, select: { status: true } })

  it('is cancelled when the database is back, at no cost', async () => {
    breakTwice()
    await expect(createScripted(caller, { states: [] })).rejects.toMatchObject({
      code: 'service_unavailable',
    })
    await expect.poll(onlyTask, { timeout: 10_000 }).toEqual({ status: 'cancelled' })
    await expect.poll(() => money(caller)).toEqual(untouched)
  })
})

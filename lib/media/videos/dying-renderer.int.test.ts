import type { SpawnOptions } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { prisma } from '@/lib/platform/db'
import { createVideo } from './create-video'
import { readVideo } from './history'
import { customerWith, money, openStage, request, rowOf, turnOf } from './testing/stage'

/** How many more of the processes that get a film to make die of it. */
const deaths = vi.hoisted(() => ({ left: 0 }))

vi.mock('node:child_process', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:child_process')>()
  const spawn = (command: string, parameters: string[], options: SpawnOptions) => {
    const child = original.spawn(command, parameters, options)
    const { send } = child
    const sendAndKill = (...given: unknown[]): unknown => {
      const isSent: unknown = Reflect.apply(send, child, given)
      if (deaths.left > 0 && child.kill('SIGKILL')) deaths.left -= 1
      return isSent
    }
    return parameters.some((one) => one.includes('film-child'))
      ? Object.assign(child, { send: sendAndKill })
      : child
  }
  return { ...original, spawn }
})

/** Processes, an encoder and a busy machine. */
const SLOW = 240_000

beforeAll(openStage)

let caller: Caller
beforeEach(async () => {
  // Nothing that other tests left is due.
  await prisma.videoTask.updateMany({ data: { nextTurnAt: new Date('2100-01-01') } })
  caller = await customerWith('5')
})

/** Makes a real film, of which this many processes die. */
async function filmDying(times: number) {
  deaths.left = times
  const { id } = await createVideo(caller, request({ resolution: '480p', ratio: '1:1', duration: 2 }))
  while ((await rowOf(id)).settled_at === null) {
    await turnOf(id)
    await pause(20)
  }
  return { left: deaths.left, task: (await readVideo(caller, id)).value }
}

it(
  'a film that loses its process once is made, and paid once',
  async () => {
    const { left, task } = await filmDying(1)
    expect([left, task.status]).toEqual([0, 'completed'])
    const { balance, held } = await money(caller)
    expect(Number(balance)).toBeCloseTo(5 - Number(task.cost), 6)
    expect(held).toBe('0.000000')
  },
  SLOW,
)

it(
  'a film that loses its process twice fails, and costs nothing',
  async () => {
    const { left, task } = await filmDying(2)
    expect([left, task.status, task.error?.code]).toEqual([0, 'failed', 'internal_error'])
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '0.000000' })
  },
  SLOW,
)

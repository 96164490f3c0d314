import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { prisma } from '@/lib/platform/db'
import { childrenOf, commandOf } from '@/scripts/steps/processes.mjs'
import { createVideo } from './create-video'
import { readVideo } from './history'
import { customerWith, money, openStage, request, rowOf, turnOf } from './testing/stage'

/** Processes, an encoder and a busy machine. */
const SLOW = 240_000

beforeAll(openStage)

let caller: Caller
beforeEach(async () => {
  // Nothing that other tests left is due.
  await prisma.videoTask.updateMany({ data: { nextTurnAt: new Date('2100-01-01') } })
  caller = await customerWith('5')
})

/** Makes a real film and kills as many of the processes that work on it, each as soon as it is seen. */
async function filmKilling(most: number) {
  const { id } = await createVideo(caller, request({ resolution: '480p', ratio: '1:1', duration: 2 }))
  const killed = new Set<number>()
  while ((await rowOf(id)).settled_at === null) {
    await turnOf(id)
    const found = childrenOf(process.pid).filter((pid) => commandOf(pid).includes('film-child'))
    const next = found.find((pid) => !killed.has(pid))
    if (next !== undefined && killed.size < most) {
      process.kill(next, 'SIGKILL')
      killed.add(next)
    }
    await pause(20)
  }
  return { killed: killed.size, task: (await readVideo(caller, id)).value }
}

it(
  'a film that loses its process once is made, and paid once',
  async () => {
    const { killed, task } = await filmKilling(1)
    expect([killed, task.status]).toEqual([1, 'completed'])
    const { balance, held } = await money(caller)
    expect(Number(balance)).toBeCloseTo(5 - Number(task.cost), 6)
    expect(held).toBe('0.000000')
  },
  SLOW,
)

it(
  'a film that loses its process twice fails, and costs nothing',
  async () => {
    const { killed, task } = await filmKilling(2)
    expect([killed, task.status, task.error?.code]).toEqual([2, 'failed', 'internal_error'])
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '0.000000' })
  },
  SLOW,
)

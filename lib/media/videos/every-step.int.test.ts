import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { pool, prisma } from '@/lib/platform/db'
import { breakDatabase, breakStore } from '@/lib/platform/testing/break'
import type { VideoStatus } from '@/lib/upstream/contract/video-model'
import { isOpen } from '@/lib/work/tasks/kind'
import { cancelVideo } from './history'
import { createScripted, customerWith, money, openStage, rowOf, succeeded, turnOf } from './testing/stage'
import { sweepVideos } from './turns'

vi.mock('@/lib/upstream/registry', () => import('./testing/scripted-registry'))

const untouched = { balance: '5.000000', held: '0.000000' }
const running: VideoStatus = { state: 'running', progress: 10 }
const failed: VideoStatus = { state: 'failed', code: 'invalid_input', message: 'No.', isRetryable: false }

beforeAll(openStage)

type Life = {
  /** What happens when the upstream has accepted the task. */
  midway?: (caller: Caller, id: string) => Promise<unknown>
  states: VideoStatus[]
  end: { status: string; event: string; rows: number; money: object; films: number }
}

const lives: [string, Life][] = [
  [
    'is filmed',
    {
      states: [succeeded(Buffer.from('a film'), Buffer.from('its last frame'))],
      end: {
        status: 'completed',
        event: 'video.generation.completed',
        rows: 1,
        films: 2,
        money: { balance: '4.980398', held: '0.000000' },
      },
    },
  ],
  [
    'fails',
    {
      states: [failed],
      end: { status: 'failed', event: 'video.generation.failed', rows: 1, films: 0, money: untouched },
    },
  ],
  [
    'is cancelled',
    {
      states: [running, failed],
      midway: cancelVideo,
      end: { status: 'cancelled', event: 'video.generation.cancelled', rows: 0, films: 0, money: untouched },
    },
  ],
]

async function live(caller: Caller, id: string, { midway }: Life): Promise<void> {
  await turnOf(id)
  await midway?.(caller, id)
  await turnOf(id)
}

/** As other processes go on when the time of the one that broke off is over. */
async function toItsEnd(id: string): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    const { turn, settled_at, status } = await rowOf(id)
    if (settled_at !== null && !isOpen(status)) break
    await prisma.videoTask.updateMany({ where: { id, turn }, data: { turnState: 'waiting' } })
    await turnOf(id)
  }
  await sweepVideos()
}

async function outcomeOf({ customerId }: Caller, id: string) {
  const where = { customerId }
  const [{ status, settled_at }, deliveries, films, usage] = await Promise.all([
    rowOf(id),
    prisma.callbackDelivery.findMany({ where, select: { event: true } }),
    prisma.objectRecord.count({
      where: { ...where, expiresAt: { gt: new Date(Date.now() + 20 * 86_400_000) } },
    }),
    pool.query('SELECT FROM usage_records WHERE customer_id = $1', [customerId]),
  ])
  const events = deliveries.map(({ event }) => event)
  return { status, isSettled: settled_at !== null, events, rows: usage.rowCount, films }
}

type Break = [what: string, breakOne: typeof breakDatabase, isDone: boolean]
const statements: Break[] = [
  ['statement, before it is done', breakDatabase, false],
  ['statement, after it is done', breakDatabase, true],
]
const copies: Break[] = [
  ['copy, before it is done', breakStore, false],
  ['copy, after it is done', breakStore, true],
]

describe.each(lives)('a task that %s', (_how, life) => {
  const { status, event, rows, films } = life.end
  const expected = { status, isSettled: true, events: [event], rows, films }

  it.each(films === 0 ? statements : [...statements, ...copies])(
    'ends so, is announced and paid for once, whichever %s, breaks',
    async (_what, breakOne, isDone) => {
      for (let number = 1; ; number += 1) {
        const caller = await customerWith('5')
        const differs = { return_last_frame: true, callback_url: 'https://1.1.1.1/' }
        const { id } = await createScripted(caller, { states: life.states, cancel: 'runs' }, differs)
        const hasBroken = breakOne(number, isDone)
        await live(caller, id, life).catch(() => undefined)
        vi.restoreAllMocks()
        if ((await rowOf(id)).status !== status) await life.midway?.(caller, id)
        await toItsEnd(id)
        const step = `step ${number}`
        expect({ step, ...(await outcomeOf(caller, id)) }).toEqual({ step, ...expected })
        expect({ step, ...(await money(caller)) }).toEqual({ step, ...life.end.money })
        if (!hasBroken()) break
      }
    },
  )
})

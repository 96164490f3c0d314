import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import type { VideoStatus } from '@/lib/upstream/contract/video-model'
import { createVideo } from './create-video'
import { cancelVideo, readVideo } from './history'
import { VideoEvent } from './schema'
import { scripted } from './testing/scripted-registry'
import { customerWith, openStage, play, request, succeeded, turnOf } from './testing/stage'

vi.mock('@/lib/upstream/registry', () => import('./testing/scripted-registry'))

beforeAll(openStage)

let caller: Caller
beforeEach(async () => {
  caller = await customerWith('5')
  stopClockAt(Date.now())
})

/** Links are signed with the time: at one moment they are the same in the callback and in the poll. */
function stopClockAt(millis: number): void {
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(millis))
}

const LIFETIME_SECONDS = 3600
const queued: VideoStatus = { state: 'queued', progress: null }
const running: VideoStatus = { state: 'running', progress: 40 }
const refused: VideoStatus = {
  state: 'failed',
  code: 'content_policy_violation',
  message: 'No.',
  isRetryable: false,
}

const turns = async (id: string, count: number) => {
  for (let turn = 0; turn < count; turn++) await turnOf(id)
}
const outlive = async (id: string) => {
  stopClockAt(Date.now() + (LIFETIME_SECONDS + 1) * 1000)
  await turnOf(id)
}

type Ending = [
  what: string,
  states: VideoStatus[],
  end: (id: string) => Promise<unknown>,
  expected: { status: string; cost: string | null },
]

it.each<Ending>([
  [
    'completed',
    [running, succeeded(Buffer.from('a film'), Buffer.from('its last frame'))],
    (id) => play(id),
    { status: 'completed', cost: '0.019602' },
  ],
  ['failed', [running, refused], (id) => play(id), { status: 'failed', cost: '0.000000' }],
  [
    'cancelled before an upstream had it',
    [running],
    (id) => cancelVideo(caller, id),
    { status: 'cancelled', cost: '0.000000' },
  ],
  [
    'cancelled while an upstream has it, so that what it costs is not known yet',
    [queued, running],
    async (id) => {
      await turns(id, 3)
      await cancelVideo(caller, id)
    },
    { status: 'cancelled', cost: null },
  ],
  ['expired before an upstream had it', [running], outlive, { status: 'expired', cost: '0.000000' }],
  [
    'expired while it was filmed',
    [running],
    async (id) => {
      await turns(id, 2)
      await outlive(id)
    },
    { status: 'expired', cost: '0.000000' },
  ],
])('The callback of a task that is %s has the task as it is polled', async (_what, states, end, expected) => {
  const body = request({
    callback_url: 'https://1.1.1.1/hook',
    return_last_frame: true,
    execution_expires_after: LIFETIME_SECONDS,
  })
  scripted.write(body.prompt, { states, cancel: 'runs' })
  const { id } = await createVideo(caller, body)
  await end(id)
  const { value: polled } = await readVideo(caller, id)
  const [delivery] = await prisma.callbackDelivery.findMany({ where: { customerId: caller.customerId } })
  const { type, data } = VideoEvent.strict().parse(JSON.parse(delivery?.body ?? ''))
  expect(data).toEqual(polled)
  expect(data).toMatchObject(expected)
  expect(type).toBe(`video.generation.${expected.status}`)
})

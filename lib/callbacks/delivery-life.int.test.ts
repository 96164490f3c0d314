import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { stopJobs } from '@/lib/platform/jobs/job-queue'
import { redeliver } from './deliveries'
import { claimAttempt } from './repository'
import type { Delivery } from './schema'
import { attemptAgain, newCustomer, onlyDelivery, openCallbackQueue, send } from './testing/callback-queue'
import { openReceiver, type Receiver, respondWith } from './testing/receiver'

const RETRIES = 2
let receiver: Receiver

beforeAll(async () => {
  await openCallbackQueue({ works: false })
  env().CALLBACK_RETRY_SECONDS = Array(RETRIES).fill('5').join(',')
  receiver = await openReceiver()
})
afterAll(async () => {
  receiver.close()
  await stopJobs()
})

type Step = { kind: 'answer'; status: number } | { kind: 'redeliver' | 'repeat' | 'crash' | 'race' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(200, 302, 410, 500).map((status) => ({ kind: 'answer', status }) as const),
  },
  { weight: 4, arbitrary: fc.constantFrom('redeliver', 'repeat', 'crash', 'race').map((kind) => ({ kind })) },
)

/** What may happen to a delivery: its job runs, runs again, runs twice at once or dies; its customer asks for it again. */
async function take(step: Step, caller: Caller, { id, attempts }: Delivery): Promise<void> {
  const next = attempts.length + 1
  if (step.kind === 'answer') receiver.respond = respondWith(step.status)
  if (step.kind === 'redeliver') await redeliver(caller, id)
  else if (step.kind === 'repeat') await attemptAgain(id, attempts.length)
  else if (step.kind === 'race') await Promise.allSettled([attemptAgain(id, next), attemptAgain(id, next)])
  else if (step.kind === 'crash') {
    if ((await claimAttempt(id, next, 25)) === undefined) return
    await expect(attemptAgain(id, next)).rejects.toThrow('another process')
    await prisma.callbackDelivery.update({ where: { id }, data: { leasedUntil: new Date(0) } })
  } else await attemptAgain(id, next)
}

it('whatever happens, every attempt is one POST, numbered without a gap, and the state is what the last one says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const caller = newCustomer()
      await send(caller, receiver.url)
      receiver.received.length = 0
      for (const one of steps) {
        const before = await onlyDelivery(caller)
        await take(one, caller, before)
        const after = await onlyDelivery(caller)
        expect(after.attempts.map(({ number }) => number)).toEqual(receiver.received.map((_, at) => at + 1))
        expect(after.next_attempt_at === null).toBe(after.status !== 'pending')
        if (before.status !== 'pending' && one.kind !== 'redeliver') expect(after).toEqual(before)
        const last = after.attempts.at(-1)
        if (after.status === 'delivered') expect(last?.error).toBeNull()
        if (after.status === 'failed') expect(last?.error).not.toBeNull()
      }
    }),
    { numRuns: 20 },
  )
}, 120_000)

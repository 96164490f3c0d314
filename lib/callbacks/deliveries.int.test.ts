import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { stopJobs } from '@/lib/platform/jobs/job-queue'
import { redeliver } from './deliveries'
import {
  attempt,
  attemptAgain,
  newCustomer,
  onlyDelivery,
  openCallbackQueue,
  send,
} from './testing/callback-queue'
import { openReceiver, type Receiver, respondWith } from './testing/receiver'

let receiver: Receiver
let caller: Caller

beforeAll(() => openCallbackQueue({ works: false }))
beforeEach(async () => {
  receiver = await openReceiver()
  caller = newCustomer()
  return receiver.close
})
afterAll(stopJobs)

describe('redelivery', () => {
  it('begins an ended delivery anew, with the same id and the numbers going on', async () => {
    receiver.respond = respondWith(410)
    await send(caller, receiver.url)
    await attempt(caller)
    const { id } = await onlyDelivery(caller)
    expect(await redeliver(caller, id)).toMatchObject({ id, status: 'pending', attempts: [{ number: 1 }] })
    receiver.respond = respondWith(500)
    await attempt(caller)
    const again = await onlyDelivery(caller)
    expect(again).toMatchObject({ status: 'pending', attempts: [{ number: 1 }, { number: 2 }] })
    // The schedule began anew: the wait is the first one.
    const waitMillis = Date.parse(again.next_attempt_at ?? '') - Date.parse(again.attempts[1]?.at ?? '')
    expect(waitMillis).toBeLessThan(60_000)
  })

  it('asked for twice at once is one attempt', async () => {
    await send(caller, receiver.url)
    await attempt(caller)
    const { id } = await onlyDelivery(caller)
    await Promise.all([redeliver(caller, id), redeliver(caller, id)])
    await attempt(caller)
    await attemptAgain(id, 2)
    expect(receiver.received).toHaveLength(2)
  })
})

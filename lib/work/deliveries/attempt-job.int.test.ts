import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { stopJobs } from '@/lib/platform/jobs/job-queue'
import { resumeStalled } from './deliveries'
import { claimAttempt } from './repository'
import {
  newCustomer,
  onlyDelivery,
  openCallbackQueue,
  openReceiver,
  type Receiver,
  respondWith,
  send,
} from './testing'

let receiver: Receiver
let caller: Caller

beforeAll(async () => {
  env().CALLBACK_RETRY_SECONDS = '0,0'
  await openCallbackQueue({ works: true })
})
beforeEach(async () => {
  receiver = await openReceiver()
  caller = newCustomer()
  return receiver.close
})
afterAll(stopJobs)

it('a worker makes exactly the attempts of the schedule', async () => {
  receiver.respond = respondWith(500)
  await send(caller, receiver.url)
  await receiver.untilReceived(3)
  await expect
    .poll(() => onlyDelivery(caller), { timeout: 20_000 })
    .toMatchObject({
      status: 'failed',
      attempts: [{ number: 1 }, { number: 2 }, { number: 3 }],
    })
  expect(receiver.received).toHaveLength(3)
})

it('a delivery without a job is resumed', async () => {
  const { customerId } = caller
  const longAgo = new Date(Date.now() - 3600_000)
  const row = { customerId, event: 'x', eventKey: 'x', url: receiver.url, body: '{}', createdAt: longAgo }
  await prisma.callbackDelivery.create({
    data: { ...row, id: `msg_${'0'.repeat(26)}`, nextAttemptAt: longAgo },
  })
  await resumeStalled()
  await receiver.untilReceived(1)
})

it('a waiting or claimed delivery is left alone', async () => {
  const { customerId } = caller
  const base = { customerId, event: 'x', url: receiver.url, body: '{}', createdAt: new Date() }
  const [waiting, held] = [`msg_${'1'.repeat(26)}`, `msg_${'2'.repeat(26)}`]
  await prisma.callbackDelivery.createMany({
    data: [
      { ...base, eventKey: 'a', id: waiting, nextAttemptAt: new Date() },
      { ...base, eventKey: 'b', id: held, nextAttemptAt: new Date(0) },
    ],
  })
  await claimAttempt(held, 1, 25)
  const before = await prisma.callbackDelivery.findMany({ where: { customerId }, orderBy: { id: 'asc' } })
  await resumeStalled()
  const after = await prisma.callbackDelivery.findMany({ where: { customerId }, orderBy: { id: 'asc' } })
  expect(after).toEqual(before)
})

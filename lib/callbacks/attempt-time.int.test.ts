import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { stopJobs } from '@/lib/platform/jobs/job-queue'
import { attempt, newCustomer, openCallbackQueue, send } from './testing/callback-queue'
import { openReceiver, respondWith, verifyReceived } from './testing/receiver'
import { readWebhooks } from './webhooks'

beforeAll(() => openCallbackQueue({ works: false }))
afterAll(stopJobs)

it('each attempt is signed with its own time: one that comes hours later is still taken, an old one that is repeated is not', async () => {
  const receiver = await openReceiver()
  const caller = newCustomer()
  const { secret } = await readWebhooks(caller)
  const sixHoursAgo = new Date(Date.now() - 6 * 3600 * 1000)
  vi.spyOn(clock, 'now').mockReturnValue(sixHoursAgo)
  receiver.respond = respondWith(500)
  await send(caller, receiver.url)
  await attempt(caller)
  vi.restoreAllMocks()
  await attempt(caller)
  receiver.close()
  const [first, second] = receiver.received
  if (first === undefined || second === undefined) throw new Error('two attempts were to be received')
  expect(second.body).toBe(first.body)
  expect(JSON.parse(first.body)).toMatchObject({ timestamp: sixHoursAgo.toISOString() })
  expect(first.headers['webhook-timestamp']).toBe(String(Math.floor(sixHoursAgo.getTime() / 1000)))
  expect(() => verifyReceived(secret, first)).toThrow('timestamp too old')
  expect(verifyReceived(secret, second)).toEqual(JSON.parse(first.body))
  const { 'webhook-timestamp': time } = second.headers
  expect(() =>
    verifyReceived(secret, { ...first, headers: { ...first.headers, 'webhook-timestamp': time } }),
  ).toThrow('signature')
})

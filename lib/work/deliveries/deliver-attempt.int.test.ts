import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { stopJobs } from '@/lib/platform/jobs/job-queue'
import { claimAttempt } from './repository'
import { sendCallback } from './send-callback'
import {
  attempt,
  attemptAgain,
  event,
  newCustomer,
  onlyDelivery,
  openCallbackQueue,
  openReceiver,
  type Receiver,
  respondWith,
  send,
  verifyReceived,
} from './testing'
import { readWebhooks } from './webhooks'

let receiver: Receiver
let caller: Caller

beforeAll(() => openCallbackQueue({ works: false }))
beforeEach(async () => {
  receiver = await openReceiver()
  caller = newCustomer()
  return receiver.close
})
afterAll(stopJobs)

describe('a callback', () => {
  it('is a signed POST, recorded exactly as sent', async () => {
    receiver.respond = respondWith(200, { 'content-type': 'text/plain' }, 'thanks')
    await send(caller, `${receiver.url}?x=1`, 'vgen_1')
    await attempt(caller)
    const [received, ...more] = receiver.received
    if (received === undefined) throw new Error('nothing was received')
    expect(more).toEqual([])
    expect(received).toMatchObject({ path: '/hook?x=1', headers: { 'content-type': 'application/json' } })
    const { secret } = await readWebhooks(caller)
    expect(verifyReceived(secret, received)).toEqual({
      type: event,
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { id: 'vgen_1', status: 'completed' },
    })
    const { id, ...delivery } = await onlyDelivery(caller)
    expect(received.headers['webhook-id']).toBe(id)
    expect(delivery).toEqual({
      event,
      task_id: 'vgen_1',
      url: `${receiver.url}?x=1`,
      status: 'delivered',
      attempts: [
        {
          number: 1,
          at: expect.any(String),
          status_code: 200,
          duration_ms: expect.any(Number),
          error: null,
          response: 'thanks',
          request_headers: {
            'content-type': 'application/json',
            'user-agent': 'Portico-Webhooks/1',
            'webhook-id': id,
            'webhook-timestamp': received.headers['webhook-timestamp'],
            'webhook-signature': received.headers['webhook-signature'],
          },
          response_headers: expect.objectContaining({ 'content-type': 'text/plain' }),
        },
      ],
      next_attempt_at: null,
      created_at: expect.any(String),
      request_body: received.body,
    })
  })

  it('exists once per event of a task, however often it is requested', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(caller, receiver.url, 'vgen_1')))
    expect(answers.filter((isNew) => isNew)).toHaveLength(1)
    expect(await send(caller, receiver.url, 'vgen_1')).toBe(false)
    await onlyDelivery(caller)
    expect(await send(newCustomer(), receiver.url, 'vgen_1')).toBe(true)
  })

  it('is not sent if its transaction rolls back', async () => {
    const { customerId } = caller
    const failing = prisma.$transaction(async (transaction) => {
      await sendCallback({ customerId, url: receiver.url, event, taskId: 'vgen_1', data: {}, transaction })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await expect(onlyDelivery(caller)).rejects.toThrow('0 deliveries')
  })

  it('keeps 4 KB of an endless response', async () => {
    receiver.respond = (response) => {
      const more = () =>
        void (response.write(`\0${'x'.repeat(10_000)}`) ? setImmediate(more) : response.once('drain', more))
      more()
    }
    await send(caller, receiver.url)
    await attempt(caller)
    const delivery = await onlyDelivery(caller)
    expect(delivery.status).toBe('delivered')
    expect(delivery.attempts[0]?.response).toBe(`\uFFFD${'x'.repeat(4095)}`)
  })
})

describe('a receiver that', () => {
  it.each([
    ['fails', respondWith(500, {}, 'oops'), 'The endpoint responded with 500.', 500],
    [
      'redirects',
      respondWith(302, { location: '/other' }),
      'The endpoint responded with 302. Redirects are not followed.',
      302,
    ],
    [
      'closes',
      (response: ServerResponse) => response.socket?.destroy(),
      'The connection was closed before the response was complete.',
      null,
    ],
  ] as const)('%s is tried again later, with the same id', async (_what, respond, error, statusCode) => {
    receiver.respond = respond
    await send(caller, receiver.url)
    await attempt(caller)
    const first = await onlyDelivery(caller)
    expect(first).toMatchObject({
      status: 'pending',
      attempts: [{ number: 1, error, status_code: statusCode }],
    })
    const waitMillis = Date.parse(first.next_attempt_at ?? '') - Date.parse(first.attempts[0]?.at ?? '')
    expect(waitMillis).toBeGreaterThanOrEqual(5000)
    receiver.respond = respondWith(204)
    await attempt(caller)
    expect(await onlyDelivery(caller)).toMatchObject({ status: 'delivered', next_attempt_at: null })
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook'])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('never succeeds is given up when the schedule ends', async () => {
    receiver.respond = respondWith(503)
    await send(caller, receiver.url)
    for (let number = 1; number <= 7; number++) await attempt(caller)
    const delivery = await onlyDelivery(caller)
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null })
    expect(delivery.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
    await attemptAgain(delivery.id, 8)
    expect(receiver.received).toHaveLength(7)
  })

  it('is gone is given up immediately', async () => {
    receiver.respond = respondWith(410)
    await send(caller, receiver.url)
    await attempt(caller)
    expect(await onlyDelivery(caller)).toMatchObject({ status: 'failed', next_attempt_at: null })
  })

  it('sends Retry-After is left alone until then', async () => {
    receiver.respond = respondWith(429, { 'retry-after': '7200' })
    await send(caller, receiver.url)
    await attempt(caller)
    const { next_attempt_at, attempts } = await onlyDelivery(caller)
    const waitMillis = Date.parse(next_attempt_at ?? '') - Date.parse(attempts[0]?.at ?? '')
    expect(waitMillis).toBeGreaterThanOrEqual(7200_000)
  })

  it('is inside our network is never called', async () => {
    await send(caller, receiver.url.replace('127.0.0.1', 'localhost').replace('http:', 'https:'))
    await attempt(caller)
    expect(await onlyDelivery(caller)).toMatchObject({
      status: 'pending',
      attempts: [{ status_code: null, error: 'The URL must resolve to public addresses only.' }],
    })
    expect(receiver.received).toEqual([])
  })
})

describe('an attempt', () => {
  it('is made by one worker of several', async () => {
    await send(caller, receiver.url)
    const results = await Promise.allSettled([attempt(caller), attempt(caller), attempt(caller)])
    expect(receiver.received).toHaveLength(1)
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1)
    expect((await onlyDelivery(caller)).attempts).toHaveLength(1)
  })

  it('of a killed process is repeated only after its lease', async () => {
    await send(caller, receiver.url)
    const { id } = await onlyDelivery(caller)
    expect(await claimAttempt(id, 1, 25)).toBeDefined()
    await expect(attempt(caller)).rejects.toThrow('another process')
    expect(receiver.received).toEqual([])
    await prisma.callbackDelivery.update({ where: { id }, data: { leasedUntil: new Date(0) } })
    await attempt(caller)
    expect(await onlyDelivery(caller)).toMatchObject({ status: 'delivered' })
  })

  it('of a stopping process is given back immediately', async () => {
    const control = new AbortController()
    receiver.respond = () => control.abort(new Error('the process ends'))
    await send(caller, receiver.url)
    await expect(attempt(caller, control.signal)).rejects.toThrow('the process ends')
    expect(await onlyDelivery(caller)).toMatchObject({ status: 'pending', attempts: [] })
    receiver.respond = respondWith(204)
    await attempt(caller)
    expect(await onlyDelivery(caller)).toMatchObject({ status: 'delivered' })
  })

  it('is not made twice by a job that runs twice', async () => {
    await send(caller, receiver.url)
    await attempt(caller)
    await attemptAgain((await onlyDelivery(caller)).id, 1)
    expect(receiver.received).toHaveLength(1)
  })
})

it('each attempt is signed with its own time: a late retry is accepted, a replayed request is not', async () => {
  const { secret } = await readWebhooks(caller)
  const sixHoursAgo = new Date(Date.now() - 6 * 3600 * 1000)
  vi.spyOn(clock, 'now').mockReturnValue(sixHoursAgo)
  receiver.respond = respondWith(500)
  await send(caller, receiver.url)
  await attempt(caller)
  vi.restoreAllMocks()
  await attempt(caller)
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

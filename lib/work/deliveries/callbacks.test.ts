import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { env } from '@/lib/platform/env'
import { planNext, postAttempt, readRetryAfter } from './deliver-attempt'
import { signText } from './signing-secrets'
import { openReceiver, type Receiver } from './testing'

const schedule = [5, 300, 1800, 7200, 18_000, 36_000]
const failed = { statusCode: 500, retryAfterSeconds: null }

describe('after an attempt', () => {
  test.each([200, 201, 202, 204, 299])('%i is a success', (statusCode) =>
    expect(planNext({ statusCode, retryAfterSeconds: 60 }, 0, schedule)).toEqual({
      status: 'delivered',
      delaySeconds: null,
    }),
  )

  test.each([100, 199, 300, 304, 400, 404, 429, 500, 503, null])(
    '%s is a failure that is tried again',
    (statusCode) =>
      expect(planNext({ statusCode, retryAfterSeconds: null }, 0, schedule).status).toBe('pending'),
  )

  test('410 ends it, whatever the schedule says', () =>
    expect(planNext({ statusCode: 410, retryAfterSeconds: 5 }, 0, schedule).status).toBe('failed'))

  test.each(schedule.map((wait, retriesMade) => [retriesMade, wait]))(
    'retry %i comes after %i seconds and at most a fifth more',
    (retriesMade, wait) => {
      expect(planNext(failed, retriesMade, schedule, () => 0).delaySeconds).toBe(wait)
      expect(planNext(failed, retriesMade, schedule, () => 0.999).delaySeconds).toBeLessThan(wait * 1.2)
    },
  )

  test('the end of the schedule is the end', () =>
    expect(planNext(failed, schedule.length, schedule).status).toBe('failed'))

  test('a receiver that asks for more time gets it, up to a day', () => {
    const ask = (retryAfterSeconds: number) =>
      planNext({ statusCode: 503, retryAfterSeconds }, 0, schedule, () => 0)
    expect(ask(1).delaySeconds).toBe(5)
    expect(ask(3600).delaySeconds).toBe(3600)
    expect(ask(10 ** 9).delaySeconds).toBe(24 * 3600)
  })

  test('whatever the receiver does, a delivery ends within its schedule', () => {
    const status = fc.option(fc.integer({ min: 100, max: 599 }))
    const answer = fc.record({ statusCode: status, retryAfterSeconds: fc.option(fc.nat()) })
    fc.assert(
      fc.property(
        fc.array(answer, { minLength: schedule.length + 1 }),
        fc.array(fc.nat(100)),
        (answers, waits) => {
          const plans = answers.map((one, retriesMade) => planNext(one, retriesMade, waits))
          const end = plans.findIndex(({ status }) => status !== 'pending')
          expect(end).toBeLessThanOrEqual(waits.length)
          for (const { status, delaySeconds } of plans)
            expect(delaySeconds === null).toBe(status !== 'pending')
        },
      ),
    )
  })
})

describe('post attempt', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const secrets = { current: secret, former: [] }
  const signal = new AbortController().signal
  let receiver: Receiver

  beforeAll(() => {
    env().OUTBOUND_ALLOW = '127.0.0.1'
  })
  beforeEach(async () => {
    receiver = await openReceiver()
  })
  afterEach(() => receiver.close())

  const post = (timeoutMillis: number) =>
    postAttempt({ id: 'msg_1', url: receiver.url, body: '{}' }, secrets, signal, timeoutMillis)

  describe('a receiver that', () => {
    test('hangs is waited for no longer than the limit', async () => {
      receiver.respond = () => undefined
      expect(await post(100)).toMatchObject({
        statusCode: null,
        error: 'The response took too long.',
        responseHead: null,
      })
    })

    test('answers, but never ends its answer, has answered', async () => {
      receiver.respond = (response) => void response.writeHead(200).write('slow')
      expect(await post(500)).toMatchObject({ statusCode: 200, error: null, responseHead: 'slow' })
    })

    test('sends endless headers is cut short', async () => {
      const headers = Array.from({ length: 100 }, (_, at) => [`x-${at}`, 'y'.repeat(100)])
      receiver.respond = (response) => void response.writeHead(200, Object.fromEntries(headers)).end()
      const { responseHeaders } = await post(20_000)
      expect(Object.keys(responseHeaders ?? {})).toHaveLength(40)
    })
  })

  test('a signature is the one that the standard’s own library makes', () => {
    const at = new Date(1_614_265_330_000)
    const expected = new Webhook(secret).sign('msg_1', at, '{"test": 2432232314}')
    expect(signText(secret, 'msg_1.1614265330.{"test": 2432232314}')).toBe(expected)
  })
})

describe('read retry after', () => {
  const now = new Date('2026-11-21T08:00:00.500Z')

  test.each([
    ['120', 120],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 08:01:00 GMT', 60],
    ['Fri, 20 Nov 2026 08:00:00 GMT', 0],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['2026-11-21', null],
    ['', null],
    [undefined, null],
  ])('%j is %s seconds', (header, seconds) => expect(readRetryAfter(header, now)).toBe(seconds))
})

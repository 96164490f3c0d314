import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planNext } from './deliver-attempt'

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

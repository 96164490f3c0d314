import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { takeFromBucket, takeToken } from './rate-limit'

it('allows the whole limit at once, then refuses and says how long to wait', () => {
  const states = Array.from({ length: 4 }, () => takeFromBucket('burst', 3, 1_000_000))
  expect(states.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
    [true, 2],
    [true, 1],
    [true, 0],
    [false, 0],
  ])
  expect(states[0]).toMatchObject({ limit: 3, resetSeconds: 20, retryAfterSeconds: 0 })
  expect(states[3]).toMatchObject({ retryAfterSeconds: 20, resetSeconds: 60 })
  expect(takeFromBucket('burst', 3, 1_000_000 + 20_000).allowed).toBe(true)
})

it('never lets more than twice the limit through in a minute, nor wastes what has refilled', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 100 }),
      fc.integer({ min: 1, max: 30 }),
      (gaps, perMinute) => {
        const bucket = `b${Math.random()}`
        let now = 10_000_000
        const allowed: number[] = []
        for (const gap of gaps) {
          now += gap
          if (takeFromBucket(bucket, perMinute, now).allowed) allowed.push(now)
        }
        for (const at of allowed)
          expect(allowed.filter((one) => one >= at && one < at + 60_000).length).toBeLessThanOrEqual(
            perMinute * 2,
          )
        expect(takeFromBucket(bucket, perMinute, now + 60_000).remaining).toBe(perMinute - 1)
      },
    ),
  )
})

it('does not mind a clock that is set back', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
  await takeToken('set-back', 600)
  clock.mockRestore()
  expect(await takeToken('set-back', 600)).toMatchObject({ allowed: true, remaining: 598, resetSeconds: 1 })
})

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  abandonBreakerTry,
  allowsTry,
  availabilityOf,
  beginBreakerTry,
  findRouteHealth,
  newBreaker,
  recordBreakerFault,
  recordBreakerSuccess,
  recordRouteFault,
  recordRouteFigures,
  recordRouteLimit,
  recordRouteSuccess,
  restingSeconds,
} from './route-health'

describe('the health of a route', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => vi.useRealTimers())

  let routes = 0
  const newRoute = () => `route_${++routes}`

  describe('route health', () => {
    it('is unknown for a route that was never tried', () => {
      expect(findRouteHealth('none')).toBeUndefined()
      expect(availabilityOf('none')).toBe('ready')
    })

    it('weighs newer figures more', () => {
      const id = newRoute()
      recordRouteFigures(id, { ttftMs: 100, tokensPerSecond: 50 })
      recordRouteFigures(id, { ttftMs: 200 })
      expect(findRouteHealth(id)).toMatchObject({ ttftMs: 120, tokensPerSecond: 50, answerMs: undefined })
      recordRouteFigures(id, { ttftMs: Number.NaN })
      expect(findRouteHealth(id)?.ttftMs).toBe(120)
    })

    it('makes a route a last resort for a while after three faults', () => {
      const id = newRoute()
      recordRouteFault(id)
      recordRouteFault(id)
      expect(availabilityOf(id)).toBe('ready')
      recordRouteFault(id)
      expect(availabilityOf(id)).toBe('last_resort')
      vi.advanceTimersByTime(1250)
      expect(availabilityOf(id)).toBe('ready')
    })
  })

  describe('a 429', () => {
    it('with Retry-After: the route is not tried until then, but for at most five minutes', () => {
      const id = newRoute()
      recordRouteLimit(id, 30)
      recordRouteSuccess(id)
      vi.advanceTimersByTime(29_999)
      expect(availabilityOf(id)).toBe('resting')
      vi.advanceTimersByTime(1)
      expect(availabilityOf(id)).toBe('ready')
      recordRouteLimit(id, 86_400)
      vi.advanceTimersByTime(299_999)
      expect(availabilityOf(id)).toBe('resting')
      vi.advanceTimersByTime(1)
      expect(availabilityOf(id)).toBe('ready')
    })

    it('without Retry-After: other routes go first, twice as long each time in a row', () => {
      const id = newRoute()
      for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
        recordRouteLimit(id, undefined)
        vi.advanceTimersByTime(seconds * 1000 - 1)
        expect(availabilityOf(id)).toBe('last_resort')
        vi.advanceTimersByTime(1)
        expect(availabilityOf(id)).toBe('ready')
      }
      recordRouteLimit(id, undefined)
      recordRouteSuccess(id)
      expect(availabilityOf(id)).toBe('ready')
    })

    it('is no fault', () => {
      const id = newRoute()
      for (let i = 0; i < 20; i++) recordRouteLimit(id, 0)
      vi.advanceTimersByTime(30_000)
      expect(availabilityOf(id)).toBe('ready')
    })

    it('of all routes: returns when the first of them can be tried again', () => {
      const [a, b] = [newRoute(), newRoute()]
      recordRouteLimit(a, 7)
      expect(restingSeconds([{ routeId: a }, { routeId: b }])).toBeUndefined()
      recordRouteLimit(b, 3)
      expect(restingSeconds([{ routeId: a }, { routeId: b }])).toBe(3)
      vi.advanceTimersByTime(2001)
      expect(restingSeconds([{ routeId: a }, { routeId: b }])).toBe(1)
      vi.advanceTimersByTime(1000)
      expect(restingSeconds([{ routeId: a }, { routeId: b }])).toBeUndefined()
      expect(restingSeconds([])).toBeUndefined()
    })
  })
})

describe('the breaker', () => {
  const middle = () => 0.5 // no jitter

  function opened(at = 0) {
    const breaker = newBreaker()
    for (let i = 0; i < 3; i++) recordBreakerFault(breaker, at, middle)
    return breaker
  }

  describe('a breaker', () => {
    it('opens after three faults in a row, not before', () => {
      const breaker = newBreaker()
      recordBreakerFault(breaker, 0)
      recordBreakerFault(breaker, 0)
      expect(allowsTry(breaker, 0)).toBe(true)
      recordBreakerSuccess(breaker)
      recordBreakerFault(breaker, 0)
      recordBreakerFault(breaker, 0)
      expect(allowsTry(breaker, 0)).toBe(true)
      recordBreakerFault(breaker, 0)
      expect(allowsTry(breaker, 0)).toBe(false)
    })

    it('opens when half of the last twenty tries were faults', () => {
      const breaker = newBreaker()
      for (let i = 0; i < 9; i++) {
        recordBreakerFault(breaker, 0)
        recordBreakerSuccess(breaker)
      }
      recordBreakerSuccess(breaker)
      expect(allowsTry(breaker, 0)).toBe(true)
      recordBreakerFault(breaker, 0)
      expect(allowsTry(breaker, 0)).toBe(false)
    })

    it('stays open twice as long after every failed probe, up to a minute', () => {
      const breaker = opened()
      let now = 0
      for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
        expect(allowsTry(breaker, now + seconds * 1000 - 1)).toBe(false)
        now += seconds * 1000
        expect(allowsTry(breaker, now)).toBe(true)
        beginBreakerTry(breaker, now)
        recordBreakerFault(breaker, now, middle)
      }
    })

    it('allows one probe at a time, and the next one if it had no outcome', () => {
      const breaker = opened()
      beginBreakerTry(breaker, 1000)
      expect(allowsTry(breaker, 1000)).toBe(false)
      abandonBreakerTry(breaker, 2000)
      expect(allowsTry(breaker, 2000)).toBe(true)
      beginBreakerTry(breaker, 2000)
      expect(allowsTry(breaker, 16_999)).toBe(false)
      expect(allowsTry(breaker, 17_000)).toBe(true)
    })

    it('closes at the first success and starts fresh', () => {
      const breaker = opened()
      beginBreakerTry(breaker, 1000)
      recordBreakerSuccess(breaker)
      expect(allowsTry(breaker, 1000)).toBe(true)
      recordBreakerFault(breaker, 1000)
      expect(allowsTry(breaker, 1000)).toBe(true)
    })

    it('is not kept open by last resorts that fail', () => {
      const breaker = opened()
      for (let now = 0; now < 1000; now += 10) recordBreakerFault(breaker, now, middle)
      expect(allowsTry(breaker, 1000)).toBe(true)
    })
  })

  const move = fc.oneof(
    fc.record({ kind: fc.constantFrom('fault', 'success', 'nothing') }),
    fc.record({ kind: fc.constant('wait' as const), millis: fc.integer({ min: 0, max: 90_000 }) }),
  )

  describe('in any sequence of events', () => {
    it('a route stays a last resort for at most 75 s without a new fault, and a success always ends that', () => {
      fc.assert(
        fc.property(
          fc.array(move, { maxLength: 200 }),
          fc.infiniteStream(fc.double({ min: 0, max: 0.999 })),
          (moves, dice) => {
            const breaker = newBreaker()
            const random = () => dice.next().value
            let now = 0
            for (const one of moves) {
              if (one.kind === 'wait') now += 'millis' in one ? one.millis : 0
              if (one.kind === 'success') {
                beginBreakerTry(breaker, now)
                recordBreakerSuccess(breaker)
                expect(allowsTry(breaker, now)).toBe(true)
              }
              if (one.kind === 'nothing') {
                beginBreakerTry(breaker, now)
                abandonBreakerTry(breaker, now)
              }
              if (one.kind === 'fault') {
                const was = { ...breaker }
                beginBreakerTry(breaker, now)
                recordBreakerFault(breaker, now, random)
                const isNew = breaker.openings > was.openings
                if (isNew) {
                  const rest = Math.min(1000 * 2 ** (breaker.openings - 1), 60_000)
                  expect(breaker.until - now).toBeGreaterThanOrEqual(rest * 0.75)
                  expect(breaker.until - now).toBeLessThanOrEqual(rest * 1.25)
                }
              }
              expect(allowsTry(breaker, now + 75_000)).toBe(true)
              expect(breaker.history.length).toBeLessThanOrEqual(20)
              if (breaker.state === 'closed') expect(breaker.faultsInARow).toBeLessThan(3)
            }
          },
        ),
      )
    })

    it('an open breaker allows one try until its outcome is known', () => {
      fc.assert(
        fc.property(
          fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 100 }),
          (pauses) => {
            const breaker = opened()
            let now = 0
            let letIn = 0
            for (const pause of pauses) {
              now += pause
              if (now >= 15_000) break
              if (!allowsTry(breaker, now)) continue
              beginBreakerTry(breaker, now)
              letIn += 1
            }
            expect(letIn).toBeLessThanOrEqual(1)
          },
        ),
      )
    })
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findRouteHealth, isCooling, reportRouteOutcome } from './route-health'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

let routes = 0
const newRoute = () => `route_${++routes}`

describe('route health', () => {
  it('knows nothing of a route that was never tried', () => {
    expect(findRouteHealth('none')).toBeUndefined()
    expect(isCooling('none')).toBe(false)
  })

  it('leans towards the newest figures', () => {
    const id = newRoute()
    reportRouteOutcome(id, { ok: true, ttftMs: 100, tokensPerSecond: 50 })
    reportRouteOutcome(id, { ok: true, ttftMs: 200 })
    expect(findRouteHealth(id)).toMatchObject({ ttftMs: 120, tokensPerSecond: 50 })
    reportRouteOutcome(id, { ok: true, ttftMs: Number.NaN })
    expect(findRouteHealth(id)?.ttftMs).toBe(120)
  })

  it('lets a failed route rest, twice as long after each failure, and no longer than a minute', () => {
    const id = newRoute()
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      reportRouteOutcome(id, { ok: false })
      vi.advanceTimersByTime(seconds * 1000 - 1)
      expect(isCooling(id)).toBe(true)
      vi.advanceTimersByTime(1)
      expect(isCooling(id)).toBe(false)
    }
  })

  it('honours Retry-After up to five minutes, and forgets all at the first success', () => {
    const id = newRoute()
    reportRouteOutcome(id, { ok: false, retryAfterSeconds: 30 })
    vi.advanceTimersByTime(29_000)
    expect(isCooling(id)).toBe(true)
    reportRouteOutcome(id, { ok: false, retryAfterSeconds: 86_400 })
    vi.advanceTimersByTime(300_000)
    expect(isCooling(id)).toBe(false)
    reportRouteOutcome(id, { ok: false })
    reportRouteOutcome(id, { ok: true })
    expect(isCooling(id)).toBe(false)
  })
})

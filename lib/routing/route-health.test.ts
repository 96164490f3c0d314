import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  availabilityOf,
  findRouteHealth,
  noteRouteFault,
  noteRouteFigures,
  noteRouteLimit,
  noteRouteSuccess,
  restingSeconds,
} from './route-health'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

let routes = 0
const newRoute = () => `route_${++routes}`

describe('route health', () => {
  it('knows nothing of a route that was never tried', () => {
    expect(findRouteHealth('none')).toBeUndefined()
    expect(availabilityOf('none')).toBe('ready')
  })

  it('leans towards the newest figures', () => {
    const id = newRoute()
    noteRouteFigures(id, { ttftMs: 100, tokensPerSecond: 50 })
    noteRouteFigures(id, { ttftMs: 200 })
    expect(findRouteHealth(id)).toMatchObject({ ttftMs: 120, tokensPerSecond: 50, answerMs: undefined })
    noteRouteFigures(id, { ttftMs: Number.NaN })
    expect(findRouteHealth(id)?.ttftMs).toBe(120)
  })

  it('makes a route a last resort after three faults, until it has rested', () => {
    const id = newRoute()
    noteRouteFault(id)
    noteRouteFault(id)
    expect(availabilityOf(id)).toBe('ready')
    noteRouteFault(id)
    expect(availabilityOf(id)).toBe('last_resort')
    vi.advanceTimersByTime(1250)
    expect(availabilityOf(id)).toBe('ready')
  })
})

describe('a 429', () => {
  it('with Retry-After: the route is left alone until then, whatever succeeds meanwhile, but five minutes at most', () => {
    const id = newRoute()
    noteRouteLimit(id, 30)
    noteRouteSuccess(id)
    vi.advanceTimersByTime(29_999)
    expect(availabilityOf(id)).toBe('resting')
    vi.advanceTimersByTime(1)
    expect(availabilityOf(id)).toBe('ready')
    noteRouteLimit(id, 86_400)
    vi.advanceTimersByTime(299_999)
    expect(availabilityOf(id)).toBe('resting')
    vi.advanceTimersByTime(1)
    expect(availabilityOf(id)).toBe('ready')
  })

  it('without Retry-After lets others go first, twice as long each time in a row', () => {
    const id = newRoute()
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      noteRouteLimit(id, undefined)
      vi.advanceTimersByTime(seconds * 1000 - 1)
      expect(availabilityOf(id)).toBe('last_resort')
      vi.advanceTimersByTime(1)
      expect(availabilityOf(id)).toBe('ready')
    }
    noteRouteLimit(id, undefined)
    noteRouteSuccess(id)
    expect(availabilityOf(id)).toBe('ready')
  })

  it('is no fault', () => {
    const id = newRoute()
    for (let i = 0; i < 20; i++) noteRouteLimit(id, 0)
    vi.advanceTimersByTime(30_000)
    expect(availabilityOf(id)).toBe('ready')
  })

  it('of all routes tells when the first of them may be asked again', () => {
    const [a, b] = [newRoute(), newRoute()]
    noteRouteLimit(a, 7)
    expect(restingSeconds([{ routeId: a }, { routeId: b }])).toBeUndefined()
    noteRouteLimit(b, 3)
    expect(restingSeconds([{ routeId: a }, { routeId: b }])).toBe(3)
    vi.advanceTimersByTime(2001)
    expect(restingSeconds([{ routeId: a }, { routeId: b }])).toBe(1)
    vi.advanceTimersByTime(1000)
    expect(restingSeconds([{ routeId: a }, { routeId: b }])).toBeUndefined()
    expect(restingSeconds([])).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { assessTries } from './health'

type Minute = [answered: number, failed: number, limited?: number]

/** Newest first, as the repository gives them. */
function outcomes(...minutes: Minute[]) {
  return minutes.map(([answered, failed, limited = 0], index) => ({
    start: new Date(Date.parse('2026-05-05T05:30:00Z') - index * 60_000),
    provider_id: 'a',
    model_id: 'm',
    answered,
    failed,
    limited,
  }))
}

describe('how a provider is, by its latest tries', () => {
  it.each<[string | undefined, string, Minute[]]>([
    [undefined, 'nobody asked', []],
    ['operational', 'all were answered', [[1, 0]]],
    ['operational', 'one of many failed', [[19, 1]]],
    ['degraded', 'one of ten failed', [[9, 1]]],
    ['degraded', 'the only one failed', [[0, 1]]],
    ['degraded', 'half failed', [[5, 5]]],
    ['down', 'three failed and none was answered', [[0, 3]]],
    ['down', 'three of four failed', [[1, 3]]],
    ['degraded', 'two failed and none was answered', [[0, 2]]],
    [
      'operational',
      'enough were answered since it failed',
      [
        [20, 0],
        [0, 50],
      ],
    ],
    [
      'degraded',
      'too few were answered since it failed',
      [
        [10, 0],
        [0, 10],
      ],
    ],
    [
      'down',
      'enough failed since it answered',
      [
        [0, 20],
        [500, 0],
      ],
    ],
    ['operational', 'some were limited', [[5, 0, 5]]],
    ['degraded', 'more were limited than not', [[5, 0, 6]]],
    ['degraded', 'all were limited', [[0, 0, 30]]],
  ])('%s: %s', (status, _why, minutes) => {
    expect(assessTries(outcomes(...minutes))).toBe(status)
  })

  it('counts all models of a minute before it stops', () => {
    const [minute] = outcomes([20, 0])
    const [other] = outcomes([0, 20])
    expect(assessTries([minute, other].flatMap((one) => one ?? []))).toBe('degraded')
  })
})

import { expect, it } from 'vitest'
import {
  estimateVideoTokens,
  nearestRatio,
  pixelTables,
  videoPixels,
  videoRatios,
  videoResolutions,
} from './video-pixels'

it('turns the table upright for upright ratios', () => {
  expect(videoPixels('720p', '16:9')).toEqual({ width: 1280, height: 720 })
  expect(videoPixels('720p', '9:16')).toEqual({ width: 720, height: 1280 })
  expect(videoPixels('480p', '16:9')).toEqual({ width: 864, height: 496 })
  expect(videoPixels('480p', '16:9', 'seedance-2.5')).toEqual({ width: 854, height: 480 })
  expect(videoPixels('1080p', '21:9', 'seedance-1.0')).toEqual({ width: 2176, height: 928 })
})

it.each(pixelTables)('gives even sides near the ratio in %s', (table) => {
  for (const resolution of videoResolutions)
    for (const ratio of videoRatios) {
      const size = videoPixels(resolution, ratio, table)
      expect([size.width % 2, size.height % 2]).toEqual([0, 0])
      expect(nearestRatio(size)).toBe(ratio)
    }
})

it.each([
  [1024, 1024, '1:1'],
  [4000, 3000, '4:3'],
  [1080, 1920, '9:16'],
  [3000, 900, '21:9'],
  [300, 750, '9:16'],
])('%i x %i adapts to %s', (width, height, ratio) => {
  expect(nearestRatio({ width, height })).toBe(ratio)
})

it('counts the tokens that upstreams bill', () => {
  const five = { resolution: '720p', ratio: '16:9', durationSeconds: 5, frames: null } as const
  expect(estimateVideoTokens(five)).toBe(108_900)
  expect(estimateVideoTokens({ ...five, frames: 29 })).toBe((1280 * 720 * 29) / 1024)
  expect(estimateVideoTokens({ ...five, inputVideoSeconds: 2 })).toBe((1280 * 720 * 169) / 1024)
  for (const ratio of videoRatios)
    expect(estimateVideoTokens({ ...five, ratio: 'adaptive' })).toBeGreaterThanOrEqual(
      estimateVideoTokens({ ...five, ratio }),
    )
})

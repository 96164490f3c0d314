import { expect, test } from 'vitest'
import { MEASURED_METRIC } from '@/lib/benchmarks/schema'
import { formatChange, formatLead, formatScore } from './format-ranked'

test.each([
  [0.25, '+25%'],
  [-0.084, '−8%'],
  [0.001, '±0%'],
  [42, '>+999%'],
  [null, null],
])('a change of %s is %s', (change, shown) => {
  expect(formatChange(change)).toBe(shown)
})

test.each([
  ['total_tokens', '1234567', '1.2M tokens'],
  ['images', 1, '1 picture'],
  ['video_seconds', 1204.6, '1,205 seconds of video'],
  ['tps_p50', 84.4, '84 tokens a second'],
  ['ttft_p50_ms', 210, '210 ms to the first token'],
  [MEASURED_METRIC, 92.5, '92.5%'],
  ['Elo', 1287, '1,287 Elo'],
])('who leads by %s leads with %s as %s', (metric, value, shown) => {
  expect(formatLead({ metric, value })).toBe(shown)
})

test('a score is a percentage only where its metric is one', () => {
  expect(formatScore(66.666, MEASURED_METRIC)).toBe('66.7%')
  expect(formatScore(1287.456, 'Elo')).toBe('1,287.5')
})

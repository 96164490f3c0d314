import { expect, test } from 'vitest'
import type { RankedUse } from '@/lib/catalog/rankings/schema'
import { MEASURED_METRIC } from '@/lib/catalog/rankings/scores-schema'
import { formatChange, formatLead, formatScore } from './format-ranked'
import { buildShareChart } from './rankings-page'

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
  ['images', 1, '1 image'],
  ['video_seconds', 1204.6, '1,205 seconds of video'],
  ['tps_p50', 84.4, '84 tokens per second'],
  ['ttft_p50_ms', 210, '210 ms to the first token'],
  [MEASURED_METRIC, 92.5, '92.5%'],
  ['Elo', 1287, '1,287 Elo'],
])('a lead by %s of %s is shown as %s', (metric, value, shown) => {
  expect(formatLead({ metric, value })).toBe(shown)
})

test('a score is a percentage only where its metric is one', () => {
  expect(formatScore(66.666, MEASURED_METRIC)).toBe('66.7%')
  expect(formatScore(1287.456, 'Elo')).toBe('1,287.5')
})

const days = ['2026-11-20', '2026-11-21']
const one = (id: string, daily: [number, number]): RankedUse => ({
  id,
  name: id.toUpperCase(),
  amount: daily[0] + daily[1],
  requests: 1,
  share: 0,
  change: null,
  previous_rank: null,
  daily,
})
const chartOf = (models: RankedUse[]) =>
  buildShareChart({ kind: 'chat', metric: 'total_tokens', models, providers: [] }, days)

test('few models each have a color, and one without usage has none', () => {
  const chart = chartOf([one('a', [5, 7]), one('b', [1, 0]), one('c', [0, 0])])
  expect(chart.points[0]).toEqual({ key: '2026-11-20', tick: '20 Nov', label: 'Fri, 20 Nov 2026' })
  expect(chart.series.map(({ name, tone, values }) => [name, tone, values])).toEqual([
    ['A', 1, [5, 7]],
    ['B', 2, [1, 0]],
  ])
})

test('models without their own color are summed up, so every day is complete', () => {
  const chart = chartOf(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => one(id, [10, 1])))
  expect(chart.series).toHaveLength(6)
  expect(chart.series.at(-1)).toMatchObject({ name: 'Other', tone: 'rest', values: [20, 2] })
})

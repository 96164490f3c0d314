import { expect, test } from 'vitest'
import {
  axisTicks,
  type ChartData,
  describePoint,
  durationFormat,
  isEmptyChart,
  labeledPoints,
} from './chart-data'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [10, [0, 2, 4, 6, 8, 10]],
  [100, [0, 20, 40, 60, 80, 100]],
  [101, [0, 25, 50, 75, 100, 125]],
  [1_234_567, [0, 250_000, 500_000, 750_000, 1_000_000, 1_250_000]],
])('up to %d the axis shows %j', (highest, ticks) => {
  expect(axisTicks(highest)).toEqual(ticks)
})

test.each([
  [830, ['0', '200 ms', '400 ms', '600 ms', '800 ms', '1 s']],
  [42_000, ['0', '10 s', '20 s', '30 s', '40 s', '50 s']],
  [670_000, ['0', '5 min', '10 min', '15 min']],
  [20_000_000, ['0', '2 h', '4 h', '6 h']],
])('up to %d ms the axis shows %j', (highest, ticks) => {
  expect(axisTicks(highest, 0, durationFormat.steps).map(durationFormat.tick)).toEqual(ticks)
})

test('the axis covers negative values', () => {
  expect(axisTicks(7, -3)).toEqual([-4, -2, 0, 2, 4, 6, 8])
  expect(axisTicks(0, -10)).toEqual([-10, -8, -6, -4, -2, 0, 2])
})

const points = [{ key: '2026-11-21', tick: '21 Nov', label: 'Sat, 21 Nov 2026' }]
const format = { value: (value: number) => `${value} requests`, tick: String }

test('one series is described as one figure', () => {
  const data: ChartData = { points, series: [{ id: 'all', name: 'Requests', tone: 1, values: [3] }] }
  expect(describePoint(data, 0, format)).toBe('Sat, 21 Nov 2026: 3 requests.')
})

test('lines have no sum, and a zero is not a gap', () => {
  const line = { id: 'p50', name: 'Median', tone: 1 as const }
  const data: ChartData = { points, series: [{ ...line, values: [0] }], compared: true }
  expect(describePoint(data, 0, format)).toBe('Sat, 21 Nov 2026: Median 0 requests.')
  expect(isEmptyChart(data)).toBe(false)
  expect(isEmptyChart({ ...data, series: [{ ...line, values: [null] }] })).toBe(true)
})

test('several series are described with their sum, without zeros', () => {
  const data: ChartData = {
    points,
    series: [
      { id: 'a', name: 'Chat', tone: 1, values: [3] },
      { id: 'b', name: 'Image', tone: 2, values: [0] },
      { id: 'c', name: 'Video', tone: 3, values: [2] },
    ],
  }
  expect(describePoint(data, 0, format)).toBe(
    'Sat, 21 Nov 2026: 5 requests. Chat 3 requests, Video 2 requests.',
  )
})

test('compared series are not summed, and missing values are left out', () => {
  const of = (values: (number | null)[]): ChartData => ({
    points,
    compared: true,
    series: values.map((value, index) => ({ id: `${index}`, name: `P${index}`, tone: 1, values: [value] })),
  })
  expect(describePoint(of([3, -1, null]), 0, format)).toBe('Sat, 21 Nov 2026: P0 3 requests, P1 -1 requests.')
  expect(describePoint(of([null]), 0, format)).toBe('Sat, 21 Nov 2026: nothing.')
})

test('an index without a point has no description', () => {
  expect(describePoint({ points, series: [] }, 4, format)).toBe('')
})

const pointsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `${index}`, tick: `${index}`, label: `${index}` }))

test('few points are all labeled', () => {
  expect(labeledPoints(pointsOf(0))).toEqual([])
  expect(labeledPoints(pointsOf(1))).toEqual([0])
  expect(labeledPoints(pointsOf(7))).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('of many points at most ten are labeled: evenly spaced, with the last', () => {
  expect(labeledPoints(pointsOf(30))).toEqual([2, 5, 8, 11, 14, 17, 20, 23, 26, 29])
  for (const count of [11, 24, 48, 90, 366]) {
    const labeled = labeledPoints(pointsOf(count))
    expect(labeled.length).toBeLessThanOrEqual(10)
    expect(labeled.at(-1)).toBe(count - 1)
  }
})

import { expect, test } from 'vitest'
import type { ChartData } from './chart-data'
import { describePoint } from './describe-point'

const points = [{ key: '2026-11-21', tick: '21 Nov', label: 'Sat, 21 Nov 2026' }]
const format = { value: (value: number) => `${value} requests`, tick: String }

test('one series is said as one figure', () => {
  const data: ChartData = { points, series: [{ id: 'all', name: 'Requests', tone: 1, values: [3] }] }
  expect(describePoint(data, 0, format)).toBe('Sat, 21 Nov 2026: 3 requests.')
})

test('several are said with their sum, and those without use are left out', () => {
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

test('a place that is not there is not said', () => {
  expect(describePoint({ points, series: [] }, 4, format)).toBe('')
})

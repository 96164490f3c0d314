import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { colourOf, contrastOf, type Rgb } from '../ui/testing'
import { axisTicks, type ChartData, describePoint, isEmptyChart, labelledPoints } from './chart-data'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [10, [0, 2, 4, 6, 8, 10]],
  [100, [0, 20, 40, 60, 80, 100]],
  [101, [0, 25, 50, 75, 100, 125]],
  [1_234_567, [0, 250_000, 500_000, 750_000, 1_000_000, 1_250_000]],
])('up to %d the axis says %j', (highest, ticks) => {
  expect(axisTicks(highest)).toEqual(ticks)
})

test('below nothing the axis goes as far as it must', () => {
  expect(axisTicks(7, -3)).toEqual([-4, -2, 0, 2, 4, 6, 8])
  expect(axisTicks(0, -10)).toEqual([-10, -8, -6, -4, -2, 0, 2])
})

const points = [{ key: '2026-11-21', tick: '21 Nov', label: 'Sat, 21 Nov 2026' }]
const format = { value: (value: number) => `${value} requests`, tick: String }

test('one series is said as one figure', () => {
  const data: ChartData = { points, series: [{ id: 'all', name: 'Requests', tone: 1, values: [3] }] }
  expect(describePoint(data, 0, format)).toBe('Sat, 21 Nov 2026: 3 requests.')
})

test('lines have no sum, and a gap is not nothing', () => {
  const line = { id: 'p50', name: 'Median', tone: 1 as const }
  const data: ChartData = { points, series: [{ ...line, values: [0] }], compared: true }
  expect(describePoint(data, 0, format)).toBe('Sat, 21 Nov 2026: Median 0 requests.')
  expect(isEmptyChart(data)).toBe(false)
  expect(isEmptyChart({ ...data, series: [{ ...line, values: [null] }] })).toBe(true)
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

test('what is compared is not summed up, and what was not measured is left out', () => {
  const of = (values: (number | null)[]): ChartData => ({
    points,
    compared: true,
    series: values.map((value, index) => ({ id: `${index}`, name: `P${index}`, tone: 1, values: [value] })),
  })
  expect(describePoint(of([3, -1, null]), 0, format)).toBe('Sat, 21 Nov 2026: P0 3 requests, P1 -1 requests.')
  expect(describePoint(of([null]), 0, format)).toBe('Sat, 21 Nov 2026: nothing.')
})

test('an index without a point is described by nothing', () => {
  expect(describePoint({ points, series: [] }, 4, format)).toBe('')
})

const pointsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `${index}`, tick: `${index}`, label: `${index}` }))

test('few points all are labelled', () => {
  expect(labelledPoints(pointsOf(0))).toEqual([])
  expect(labelledPoints(pointsOf(1))).toEqual([0])
  expect(labelledPoints(pointsOf(7))).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('of many at most ten are labelled: evenly spaced, the last among them', () => {
  expect(labelledPoints(pointsOf(30))).toEqual([2, 5, 8, 11, 14, 17, 20, 23, 26, 29])
  for (const count of [11, 24, 48, 90, 366]) {
    const labelled = labelledPoints(pointsOf(count))
    expect(labelled.length).toBeLessThanOrEqual(10)
    expect(labelled.at(-1)).toBe(count - 1)
  }
})

const css = readFileSync(new URL('../../app/styles/tokens.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = css.split('[data-theme="dark"]')
const series = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-rest']

/** How the three kinds of dichromats see it (Machado, Oliveira and Fernandes 2009), and everybody else. */
const eyes: Record<string, readonly Rgb[]> = {
  'all colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

function seen(rgb: Rgb, eye: readonly Rgb[]): Rgb {
  const [r = 0, g = 0, b = 0] = eye.map((row) =>
    Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]),
  )
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

test.each([
  ['light', light],
  ['dark', dark],
])('%s: every series holds 3:1 against the surface', (_, theme) => {
  for (const name of series)
    expect(contrastOf(colourOf(theme, name), colourOf(theme, 'surface')), name).toBeGreaterThanOrEqual(3)
})

test.each(
  Object.entries(eyes).flatMap(([eye, matrix]) => [
    { theme: 'light', css: light, eye, matrix },
    { theme: 'dark', css: dark, eye, matrix },
  ]),
)('$theme: no two series look alike to an eye with $eye', ({ css, matrix }) => {
  const colours = series.map((name) => seen(colourOf(css, name), matrix))
  for (const [index, one] of colours.entries())
    for (const [later, other] of colours.slice(index + 1).entries())
      expect(
        Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]),
        `${series[index]} and ${series[index + 1 + later]}`,
      ).toBeGreaterThan(0.05) // About twice what is just noticed between two patches side by side.
})

import { expect, test } from 'vitest'
import { wordedPlaces } from './worded-places'

const points = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ key: `${place}`, tick: `${place}`, label: `${place}` }))

test('few points all have words', () => {
  expect(wordedPlaces(points(0))).toEqual([])
  expect(wordedPlaces(points(1))).toEqual([0])
  expect(wordedPlaces(points(7))).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('of many at most ten have words: evenly spaced, the last among them', () => {
  expect(wordedPlaces(points(30))).toEqual([2, 5, 8, 11, 14, 17, 20, 23, 26, 29])
  for (const count of [11, 24, 48, 90, 366]) {
    const places = wordedPlaces(points(count))
    expect(places.length).toBeLessThanOrEqual(10)
    expect(places.at(-1)).toBe(count - 1)
  }
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { layOut } from './board'

const board = fc.record({
  heights: fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 60 }),
  columns: fc.integer({ min: 1, max: 5 }),
})

it('cards never overlap, stay within the board, and begin no higher than those before them', () => {
  fc.assert(
    fc.property(board, ({ heights, columns }) => {
      const { places, height } = layOut(heights, { columns, width: 200, gap: 16 })
      expect(places).toHaveLength(heights.length)
      for (const [index, place] of places.entries()) {
        expect(place.left + 200).toBeLessThanOrEqual(columns * 216 - 16)
        expect(place.top + place.height).toBeLessThanOrEqual(height)
        const before = places.slice(0, index)
        expect(before.every(({ top }) => top <= place.top)).toBe(true)
        const above = before.filter(({ left }) => left === place.left)
        expect(above.every((one) => one.top + one.height + 16 <= place.top)).toBe(true)
      }
    }),
  )
})

it('an empty board is no pixel high', () => {
  expect(layOut([], { columns: 3, width: 200, gap: 16 })).toEqual({ places: [], height: 0 })
})

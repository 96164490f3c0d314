import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { fromPerMillion, fromPiece, toPerMillion } from './rates'

it.each([
  ['0.15', '0.00000015'],
  ['15', '0.000015'],
  ['2500000', '2.5'],
  ['0', '0'],
  ['0,6', '0.0000006'],
  [' 1.50 ', '0.0000015'],
])('%s a million is %s a token', (perMillion, rate) => expect(fromPerMillion(perMillion)).toBe(rate))

it.each(['', '-1', '1e3', '.5', '1.', 'free', '0.0000000001'])('%j is no price', (text) =>
  expect(fromPerMillion(text)).toBeNull(),
)

it('a price by the piece stays what it is', () => {
  expect(fromPiece('0.040')).toBe('0.04')
  expect(fromPiece('x')).toBeNull()
})

test('there and back again loses nothing', () => {
  const parts = fc.tuple(fc.nat({ max: 999 }), fc.nat({ max: 999_999_999 }))
  fc.assert(
    fc.property(parts, ([whole, fraction]) => {
      const perMillion = `${whole}.${String(fraction).padStart(9, '0')}`.replace(/\.?0+$/, '') || '0'
      const rate = fromPerMillion(perMillion)
      expect(rate && toPerMillion(rate)).toBe(fromPiece(perMillion))
    }),
  )
})

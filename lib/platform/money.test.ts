import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatUsd, formatUsdForPeople, parseUsd } from './money'

describe('formatUsd', () => {
  it.each([
    [12_340_000_000n, '12.340000'],
    [150n, '0.000000150'],
    [0n, '0.000000'],
    [-1_500_000n, '-0.001500'],
    [1n, '0.000000001'],
    [1_234_560n, '0.001234560'],
  ])('writes %s nano-dollars as %s', (nanos, text) => expect(formatUsd(nanos)).toBe(text))

  it('is read back exactly', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
        (nanos) => parseUsd(formatUsd(nanos)) === nanos,
      ),
    )
  })
})

describe('formatUsdForPeople', () => {
  it.each([
    [1_234_000n, '$0.001234'],
    [12_340_000_000n, '$12.34'],
    [5_000_000_000n, '$5.00'],
    [0n, '$0.00'],
    [-250_000_000n, '-$0.25'],
  ])('writes %s as %s', (nanos, text) => expect(formatUsdForPeople(nanos)).toBe(text))
})

describe('parseUsd', () => {
  it.each(['', '1.', '.5', '1e3', '1.0000000001', '12345678901', 'NaN', '1,5', ' 1'])('refuses %j', (text) =>
    expect(parseUsd(text)).toBeUndefined(),
  )
})

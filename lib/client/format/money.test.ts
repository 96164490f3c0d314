import { expect, test } from 'vitest'
import {
  formatCost,
  formatCostInColumn,
  formatCostShort,
  formatMoney,
  formatPerMillion,
  moneyShare,
  subtractMoney,
} from './money'

test.each([
  ['25.000000', '$25.00'],
  ['1234567.891000', '$1,234,567.89'],
  ['0.005000', '$0.01'],
  ['-0.500000', '−$0.50'],
  ['-0.000001', '$0.00'],
  ['9007199254740993.000000', '$9,007,199,254,740,993.00'],
  ['nonsense', 'nonsense'],
])('%s is %s', (given, shown) => {
  expect(formatMoney(given)).toBe(shown)
})

test('a balance is never rounded up', () => {
  expect(formatMoney('24.999999', { rounding: 'down' })).toBe('$24.99')
})

test.each([
  ['0.000000150', '$0.00000015'],
  ['0.001234', '$0.001234'],
  ['0.000000', '$0.00'],
  ['12.500000', '$12.50'],
])('the cost %s is %s', (given, shown) => {
  expect(formatCost(given)).toBe(shown)
})

test('a share is kept between nothing and all', () => {
  expect(moneyShare('2.500000', '10.000000')).toBe(0.25)
  expect(moneyShare('12.000000', '10.000000')).toBe(1)
  expect(moneyShare('1.000000', '0.000000')).toBe(0)
})

test.each([
  ['0.000000150', '$0.15'],
  ['0.000000', '$0.00'],
  ['0.00001', '$10.00'],
  ['0.000000000375', '$0.000375'],
  ['1', '$1,000,000.00'],
])('%s a token is %s a million', (given, shown) => {
  expect(formatPerMillion(given)).toBe(shown)
})

test.each([
  ['0.000006450', '$0.000006'],
  ['0.002167800', '$0.002168'],
  ['0.000000000', '$0.000000'],
  ['0.000000150', '$0.00000015'],
])('in a column the cost %s is %s', (given, shown) => {
  expect(formatCostInColumn(given)).toBe(shown)
})

test.each([
  ['47.500000', '50.000000', '-2.500000000'],
  ['50.000000', '47.500000', '2.500000000'],
  ['0.000000001', '0.000000', '0.000000001'],
  ['9007199254740993.000000', '0.000000001', '9007199254740992.999999999'],
])('%s less %s is %s', (from, amount, rest) => {
  expect(subtractMoney(from, amount)).toBe(rest)
})

test.each([
  ['0.000000', '$0.00'],
  ['0.003691260', '$0.003691'],
  ['0.012000', '$0.012'],
  ['0.000000150', '$0.00000015'],
  ['1.005000', '$1.01'],
  ['1234567.89', '$1,234,567.89'],
])('where there is little room %s costs %s', (given, shown) => {
  expect(formatCostShort(given)).toBe(shown)
})

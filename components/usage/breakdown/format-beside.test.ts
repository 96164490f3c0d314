import { expect, it } from 'vitest'
import { formatBeside } from './format-beside'

it('shows cents beside dollars, and that there was something', () => {
  const costs = ['1234.500000', '0.120000', '0.003691', '0.000000']
  expect(costs.map(formatBeside(costs))).toEqual(['$1,234.50', '$0.12', '<$0.01', '$0.00'])
})

it('shows four decimals where all costs are small', () => {
  const costs = ['0.120000', '0.018460', '0.000014']
  expect(costs.map(formatBeside(costs))).toEqual(['$0.1200', '$0.0185', '<$0.0001'])
})

it('shows six decimals where none is a cent', () => {
  const costs = ['0.003600', '0.000036', '0.000000400', '0.000000']
  expect(costs.map(formatBeside(costs))).toEqual(['$0.003600', '$0.000036', '<$0.000001', '$0.000000'])
})

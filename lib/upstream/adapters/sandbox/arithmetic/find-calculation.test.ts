import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCalculation } from './find-calculation'
import { formatNumber } from './format-number'

describe('findCalculation', () => {
  it.each([
    ['2+2', '4'],
    ['What is 12 times 7?', '84'],
    ['what is 0.1 + 0.2', '0.3'],
    ['(3 + 4) * 2 ^ 3 - 1', '55'],
    ['2 ^ 3 ^ 2', '512'],
    ['-3^2', '-9'],
    ['15% of 80', '12'],
    ['200 + 10%', '220'],
    ['fifteen percent of two hundred and forty', '36'],
    ['17 % 5', '2'],
    ['17 mod 5', '2'],
    ['the square root of 144 plus 1', '13'],
    ['one thousand two hundred thirty-four minus 34', '1200'],
    ['1,250,000 / 2', '625000'],
    ['7 × 6 ÷ 2', '21'],
    ['9 squared', '81'],
    ['2 * (3 + 4', undefined],
    ['see you on 2024-05-01', undefined],
    ['pages 3 to 9', undefined],
    ['hello', undefined],
  ])('%s is %s', (text, result) => {
    const found = findCalculation(text)
    expect(found && formatNumber(found.result)).toBe(result)
  })

  it('agrees with JavaScript on sums and products', () => {
    const numbers = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(
        numbers,
        fc.array(fc.constantFrom('+', '-', '*'), { minLength: 5, maxLength: 5 }),
        (values, signs) => {
          const text = values
            .map((value, index) => (index === 0 ? String(value) : `${signs[index - 1]} ${value}`))
            .join(' ')
          const products = text.split(/ (?=[+-] )/).map((part) => {
            const sign = part.startsWith('- ') ? -1 : 1
            return part
              .replace(/^[+-] /, '')
              .split(' * ')
              .reduce((product, factor) => product * Number(factor), sign)
          })
          expect(findCalculation(text)?.result).toBe(products.reduce((sum, part) => sum + part, 0))
        },
      ),
    )
  })

  it('never throws and never takes long', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('1', '(', ')', '+', '*', '%', '^', ' ', '.', 'x') }),
        (text) => void findCalculation(text),
      ),
    )
    for (const unit of ['(', '1+', '-', '((1', '1 ']) findCalculation(unit.repeat(1_000))
  })
})

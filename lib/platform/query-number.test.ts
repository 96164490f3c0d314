import { expect, it } from 'vitest'
import { queryNumber } from './query-number'

const limit = queryNumber(1, 100, 20)

it.each([
  ['1', 1],
  ['100', 100],
  ['007', 7],
  [undefined, 20],
])('takes %j for %j', (text, number) => {
  expect(limit.parse(text)).toBe(number)
})

it.each(['1e1', '0x10', '+5', '-5', ' 5', '5 ', '5.0', '0b1', '1_0', '٥', '', '0', '101', '9'.repeat(400)])(
  'refuses %j',
  (text) => {
    const { error } = limit.safeParse(text)
    expect(error?.issues[0]?.message).toBe('must be a whole number from 1 to 100')
  },
)

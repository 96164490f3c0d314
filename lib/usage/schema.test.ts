import { expect, it } from 'vitest'
import { resolveDayRange } from './internal/resolve-query'
import { UsageQuery } from './schema'

const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', 'EST', 'cet', 'Etc/GMT+5', 'EST5EDT'])
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const ofThreeLetters = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))

it('every zone that is taken can be reckoned with', () => {
  const taken = [...zones, ...ofThreeLetters].filter((timezone) => UsageQuery.safeParse({ timezone }).success)
  expect(taken).toEqual(expect.arrayContaining([...zones]))
  for (const timezone of taken) expect(resolveDayRange({ timezone }, new Date()).dates).toHaveLength(30)
})

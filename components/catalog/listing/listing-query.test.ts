import { expect, test } from 'vitest'
import { countFilters, readListingQuery, writeListingQuery } from './listing-query'

const read = (address: string) => {
  const query = new URLSearchParams(address)
  const given = [...query.keys()].map((name) => {
    const all = query.getAll(name)
    return [name, all.length === 1 ? all[0] : all] as const
  })
  return readListingQuery(Object.fromEntries(given))
}

test.each([
  '',
  '?q=open+weights&modality=chat&provider=acme&provider=beta&context=128000&can=tools&can=vision&sort=price',
  '?price=image-0.05',
  '?compare=acme%2Fsmall&compare=acme%2Flarge&view=compare',
])('the address %j says all of what it shows', (address) => {
  expect(writeListingQuery(read(address))).toBe(address)
})

test.each([
  '?modality=smell&sort=upside-down&view=sideways&context=7&price=chat-77&can=fly',
  '?price=nonsense&q=+&provider=&compare=',
])('what does not fit (%s) is as if it were not there', (address) => {
  expect(writeListingQuery(read(address))).toBe('')
})

test('at most four models are compared, each once', () => {
  expect(read('?compare=a&compare=b&compare=a&compare=c&compare=d&compare=e').compare).toEqual([
    'a',
    'b',
    'c',
    'd',
  ])
})

test('kind, words and order are no filters of the panel', () => {
  expect(countFilters(read('?q=x&modality=chat&sort=name'))).toBe(0)
  expect(countFilters(read('?provider=a&provider=b&can=tools&price=chat-1&context=32000'))).toBe(5)
})

import { describe, expect, test } from 'vitest'
import { listedModel } from '../testing'
import {
  countFilters,
  filterModels,
  type MeasuredSpeed,
  readListingQuery,
  sortModels,
  writeListingQuery,
} from './listing-query'

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
])('the query %j is read and written without loss', (address) => {
  expect(writeListingQuery(read(address))).toBe(address)
})

test.each([
  '?modality=smell&sort=upside-down&view=sideways&context=7&price=chat-77&can=fly',
  '?price=nonsense&q=+&provider=&compare=',
])('invalid parameters (%s) are ignored', (address) => {
  expect(writeListingQuery(read(address))).toBe('')
})

test('at most four distinct models are compared', () => {
  expect(read('?compare=a&compare=b&compare=a&compare=c&compare=d&compare=e').compare).toEqual([
    'a',
    'b',
    'c',
    'd',
  ])
})

test('modality, search and sorting do not count as filters', () => {
  expect(countFilters(read('?q=x&modality=chat&sort=name'))).toBe(0)
  expect(countFilters(read('?provider=a&provider=b&can=tools&price=chat-1&context=32000'))).toBe(5)
})

describe('filter models', () => {
  const small = listedModel({
    id: 'acme/small',
    name: 'Acme Small',
    description: 'Quick answers',
    context_length: 128_000,
    supported_parameters: ['tools'],
    pricing: { prompt: '0.0000001', completion: '0.0000004' },
  })
  const large = listedModel({
    id: 'acme/large',
    context_length: 1_000_000,
    supported_parameters: ['tools', 'response_format'],
    capabilities: { input_modalities: ['text', 'image'] },
    servedBy: ['acme', 'beta'],
    pricing: { prompt: '0.000005', completion: '0.00002' },
  })
  const painter = listedModel({
    id: 'beta/painter',
    modality: 'image',
    servedBy: ['beta'],
    pricing: { image: { low: '0.005', medium: '0.04', high: '0.2' } },
  })
  const tokenPainter = listedModel({
    id: 'beta/token-painter',
    modality: 'image',
    servedBy: ['beta'],
    pricing: { prompt: '0.000005', completion: '0.00004' },
  })
  const all = [small, large, painter, tokenPainter]

  const found = (parameters: Record<string, string | string[]>) =>
    filterModels(all, readListingQuery(parameters)).map(({ id }) => id)

  test('without filters all models are listed in the given order', () => {
    expect(found({})).toEqual(all.map(({ id }) => id))
  })

  test.each([
    [{ q: 'SMALL' }, ['acme/small']],
    [{ q: 'quick acme' }, ['acme/small']],
    [{ q: 'beta large' }, ['acme/large']],
    [{ q: 'nothing of the kind' }, []],
    [{ modality: 'image' }, ['beta/painter', 'beta/token-painter']],
    [{ provider: 'beta', modality: 'chat' }, ['acme/large']],
    [{ provider: ['acme', 'beta'] }, ['acme/small', 'acme/large', 'beta/painter', 'beta/token-painter']],
    [{ context: '200000' }, ['acme/large']],
    [{ can: ['tools', 'vision'] }, ['acme/large']],
  ])('%o finds %j', (parameters, expected) => {
    expect(found(parameters)).toEqual(expected)
  })

  test('a price limit filters by its modality and is inclusive', () => {
    expect(found({ price: 'chat-0.1' })).toEqual(['acme/small'])
    expect(found({ price: 'chat-5' })).toEqual(['acme/small', 'acme/large'])
    expect(found({ price: 'image-0.05' })).toEqual(['beta/painter'])
  })

  test('a price limit of another modality is ignored', () => {
    expect(found({ price: 'chat-0.1', modality: 'image' })).toEqual(['beta/painter', 'beta/token-painter'])
  })
})

describe('sort models', () => {
  const DAY = 86_400
  const rate = (usd: string) => ({ prompt: usd, completion: usd })
  const models = [
    listedModel({ id: 'v', modality: 'video', created: 5 * DAY, pricing: { video_token: '0.000001' } }),
    listedModel({ id: 'dear', created: 1 * DAY, context_length: 32_000, pricing: rate('0.00001') }),
    listedModel({ id: 'cheap', created: 4 * DAY, context_length: 128_000, pricing: rate('0.0000001') }),
    listedModel({ id: 'also-cheap', created: 4 * DAY, pricing: rate('0.0000001') }),
    listedModel({
      id: 'i',
      modality: 'image',
      created: 2 * DAY,
      pricing: { image: { low: '0.01', medium: '0.02', high: '0.03' } },
    }),
  ]
  const speeds = new Map<string, MeasuredSpeed>([
    ['dear', { tps: 90, ttftMs: 800 }],
    ['cheap', { tps: 30, ttftMs: 200 }],
    ['also-cheap', { tps: null, ttftMs: 300 }],
  ])

  test.each([
    ['newest', ['v', 'also-cheap', 'cheap', 'i', 'dear']],
    ['name', ['also-cheap', 'cheap', 'dear', 'i', 'v']],
    ['price', ['also-cheap', 'cheap', 'dear', 'i', 'v']],
    ['context', ['cheap', 'dear', 'also-cheap', 'i', 'v']],
    ['throughput', ['dear', 'cheap', 'also-cheap', 'i', 'v']],
    ['latency', ['cheap', 'also-cheap', 'dear', 'i', 'v']],
  ] as const)('by %s', (sort, ids) => {
    expect(sortModels(models, sort, speeds).map(({ id }) => id)).toEqual(ids)
  })

  test('models that came together are in the order of their kinds', () => {
    const together = [
      listedModel({ id: 'm', modality: 'moderation', created: DAY + 9 }),
      listedModel({ id: 'c', modality: 'chat', created: DAY }),
    ]
    expect(sortModels(together, 'newest').map(({ id }) => id)).toEqual(['c', 'm'])
  })

  test('the given list is not changed', () => {
    const before = models.map(({ id }) => id)
    sortModels(models, 'name')
    expect(models.map(({ id }) => id)).toEqual(before)
  })
})

import { describe, expect, it } from 'vitest'
import { type ChatModel, formatPricePerMillion, searchModels } from './chat-model'

describe('formatPricePerMillion', () => {
  it.each([
    ['0.00000015', '$0.15'],
    ['0.0000006', '$0.60'],
    ['0.000075', '$75.00'],
    ['0.0000000375', '$0.0375'],
    ['0', 'Free'],
    ['x', null],
    [null, null],
  ])('%s → %s', (price, shown) => expect(formatPricePerMillion(price)).toBe(shown))
})

describe('searchModels', () => {
  const make = (id: string, name: string): ChatModel => ({
    id,
    name,
    contextLength: null,
    promptPrice: null,
    completionPrice: null,
    supportedParameters: [],
    readsImages: true,
  })
  const models = [
    make('openai/gpt-4.1', 'GPT-4.1'),
    make('sandbox/chat-pro', 'Sandbox Chat Pro'),
    make('acme/gpt', 'Acme'),
  ]
  const idsFor = (query: string) => searchModels(models, query).map((model) => model.id)

  it('finds by id and name, in any order of words', () => {
    expect(idsFor('')).toHaveLength(3)
    expect(idsFor('pro sandbox')).toEqual(['sandbox/chat-pro'])
    expect(idsFor('acme')).toEqual(['acme/gpt'])
    expect(idsFor('zzz')).toEqual([])
  })

  it('puts what begins with the query first', () =>
    expect(idsFor('gpt')).toEqual(['openai/gpt-4.1', 'acme/gpt']))
})

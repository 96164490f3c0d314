import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '@/lib/platform/env'
import { mergeSeed, seedRows } from './seed-rows'
import { SeedEntry, SeedProvider } from './seed-schema'

const pricing = { prompt: '0.000001', completion: '0.000002' }
const model = (id: string, more: object = {}) => ({ id, upstream_id: id, pricing, ...more })

const builtin = [
  SeedProvider.parse({
    id: 'openai',
    name: 'OpenAI',
    adapter: 'openai-compatible',
    base_url: 'https://api.openai.com/v1',
    base_url_env: 'OPENAI_BASE_URL',
    api_key_env: 'OPENAI_API_KEY',
    models: [model('openai/a', { context_length: 100 }), model('openai/b')],
  }),
  SeedProvider.parse({
    id: 'hosts',
    name: 'Hosts',
    adapter: 'openai-compatible',
    base_url: 'https://hosts.example/v1',
    models: [model('openai/a', { context_length: 300, max_output_tokens: 50 })],
  }),
]
const entry = (value: object) => SeedEntry.parse(value)

describe('mergeSeed', () => {
  it('keeps the built-in providers where the file says nothing', () => {
    const merged = mergeSeed(builtin, [])
    expect(merged.map(({ id, origin }) => `${id} ${origin}`)).toEqual(['openai builtin', 'hosts builtin'])
  })

  it('puts what the file names first and fills in what it leaves out', () => {
    const merged = mergeSeed(builtin, [
      entry({ id: 'acme', base_url: 'http://x/v1', models: [model('acme/l')] }),
    ])
    expect(merged[0]).toMatchObject({
      id: 'acme',
      name: 'acme',
      adapter: 'openai-compatible',
      origin: 'file',
      models: [{ id: 'acme/l', modality: 'chat', weight: 1, origin: 'file' }],
    })
    expect(merged.map(({ id }) => id)).toEqual(['acme', 'openai', 'hosts'])
  })

  it('changes only the named fields of a built-in provider', () => {
    const dear = model('openai/b', { pricing: { prompt: '1', completion: '1' } })
    const merged = mergeSeed(builtin, [
      entry({ id: 'openai', base_url: 'http://proxy/v1', models: [dear, model('openai/c')] }),
    ])
    expect(merged[0]).toMatchObject({
      name: 'OpenAI',
      api_key_env: 'OPENAI_API_KEY',
      base_url: 'http://proxy/v1',
    })
    expect(merged[0]?.models.map(({ id, origin }) => `${id} ${origin}`)).toEqual([
      'openai/b file',
      'openai/c file',
      'openai/a builtin',
    ])
  })

  it.each([
    [{ id: 'acme', base_url: 'http://x/v1' }, 'PROVIDERS_FILE: [0].models is required.'],
    [{ id: 'acme', models: [] }, 'PROVIDERS_FILE: [0].base_url is required.'],
    [
      { id: 'acme', base_url: 'http://x/v1', models: [model('m'), model('m')] },
      'PROVIDERS_FILE: acme names the model m twice.',
    ],
    [
      {
        id: 'acme',
        base_url: 'http://x/v1',
        models: [
          model('openai/a', { modality: 'image', pricing: { image: { low: '1', medium: '1', high: '1' } } }),
        ],
      },
      'PROVIDERS_FILE: the model openai/a is chat at openai and image at acme.',
    ],
  ])('%# refuses in a sentence', (value, sentence) => {
    expect(() => mergeSeed(builtin, [entry(value)])).toThrow(new ConfigurationError(sentence))
  })
})

describe('seedRows', () => {
  it('makes one model of several routes, as long as the longest', () => {
    const rows = seedRows(mergeSeed(builtin, []))
    expect(rows.models.find(({ id }) => id === 'openai/a')).toMatchObject({
      ownedBy: 'openai',
      contextLength: 300,
      maxOutputTokens: 50,
    })
    expect(
      rows.routes.map(({ modelId, providerId, priority }) => `${modelId} ${providerId} ${priority}`),
    ).toEqual(['openai/a openai 0', 'openai/b openai 0', 'openai/a hosts 1'])
  })

  it('takes a priority that is said', () => {
    const models = [model('openai/a', { priority: 7, weight: 3 })]
    const rows = seedRows(mergeSeed(builtin, [entry({ id: 'acme', base_url: 'http://x/v1', models })]))
    expect(rows.routes[0]).toMatchObject({ providerId: 'acme', priority: 7, weight: 3, source: 'file' })
  })
})

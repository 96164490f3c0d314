import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '@/lib/platform/env'
import { buildSnapshot, type CatalogRows } from './catalog-snapshot'
import { localPricing, localServers } from './find-local-models'
import { assessTries } from './health'

const pricing = { prompt: '0.000001', completion: '0.000002' }

function provider(id: string, more: Partial<CatalogRows['providers'][number]> = {}) {
  return {
    id,
    name: id.toUpperCase(),
    adapter: 'openai-compatible',
    baseUrl: `https://${id}.example/v1`,
    baseUrlEnv: null,
    apiKeyEnv: null,
    options: {},
    policies: {},
    enabled: true,
    ...more,
  }
}

function model(id: string, more: Partial<CatalogRows['models'][number]> = {}) {
  return {
    id,
    name: id,
    modality: 'chat',
    description: null,
    ownedBy: 'acme',
    contextLength: 100,
    maxOutputTokens: 10,
    supportedParameters: [],
    capabilities: {},
    createdAt: new Date('2026-01-01T00:00:00Z'),
    ...more,
  }
}

function route(modelId: string, providerId: string, more: Partial<CatalogRows['routes'][number]> = {}) {
  return {
    id: `route_${modelId}_${providerId}`,
    modelId,
    providerId,
    upstreamId: modelId,
    contextLength: null,
    maxOutputTokens: null,
    priority: 0,
    weight: 1,
    supportedParameters: [],
    price: { id: 'price_1', version: 1, pricing },
    ...more,
  }
}

const none = () => undefined

describe('buildSnapshot', () => {
  it('offers a model by its callable routes, ordered by priority and weight', () => {
    const { models } = buildSnapshot(
      {
        providers: [provider('a'), provider('b'), provider('c')],
        models: [model('m', { contextLength: 400, maxOutputTokens: 50 })],
        routes: [
          route('m', 'a', { priority: 2, contextLength: 500 }),
          route('m', 'b', { priority: 1, weight: 1 }),
          route('m', 'c', { priority: 1, weight: 5, contextLength: 100, maxOutputTokens: 60 }),
        ],
      },
      none,
    )
    const found = models.get('m')
    expect(found?.routes.map(({ providerId }) => providerId)).toEqual(['c', 'b', 'a'])
    expect(found).toMatchObject({ contextLength: 400, maxOutputTokens: 50, created: 1767225600 })
    expect(found?.routes[0]).toMatchObject({ contextLength: 100, maxOutputTokens: 50, priceVersion: 1 })
    expect(found?.routes[0].price.prompt).toBe(1_000_000_000n)
    expect(Object.isFrozen(found)).toBe(true)
  })

  it.each([
    ['what the operator says', { prompt: '0.0000005' }, 500_000_000n],
    ['the price where nothing is said', null, 1_000_000_000n],
    ['the price where what is said makes no sense', { prompt: 'x' }, 1_000_000_000n],
  ])('has the cost %s', (_what, cost, prompt) => {
    const price = { id: 'p', version: 1, pricing, cost }
    const { models } = buildSnapshot(
      { providers: [provider('a')], models: [model('m')], routes: [route('m', 'a', { price })] },
      none,
    )
    expect(models.get('m')?.routes[0].costPrice.prompt).toBe(prompt)
  })

  it.each([
    ['without a price', { routes: [route('m', 'a', { price: null })] }],
    [
      'with a price that makes no sense',
      { routes: [route('m', 'a', { price: { id: 'p', version: 1, pricing: { prompt: 'x' } } })] },
    ],
    ['of a provider that is switched off', { providers: [provider('a', { enabled: false })] }],
    ['of a provider without its key', { providers: [provider('a', { apiKeyEnv: 'A_KEY' })] }],
    ['of a provider without an address', { providers: [provider('a', { baseUrl: null })] }],
    [
      'of a vendor that serves no chat',
      { providers: [provider('a', { adapter: 'ai-sdk', options: { sdk: 'fal' } })] },
    ],
    ['of no vendor', { providers: [provider('a', { adapter: 'ai-sdk' })] }],
    ['of an adapter that there is not', { providers: [provider('a', { adapter: 'smoke' })] }],
    ['of a provider that is gone', { providers: [] }],
  ])('does not offer a route %s', (_name, rows) => {
    const whole = { providers: [provider('a')], models: [model('m')], routes: [route('m', 'a')], ...rows }
    const snapshot = buildSnapshot(whole, none)
    expect(snapshot.models.has('m')).toBe(false)
    expect(snapshot.knownModels.get('m')).toBe('chat')
  })

  it('lists configured providers with their models', () => {
    const rows = {
      providers: [provider('a', { apiKeyEnv: 'A_KEY' }), provider('b', { apiKeyEnv: 'B_KEY' })],
      models: [model('m')],
      routes: [route('m', 'a'), route('m', 'b'), route('other', 'b')],
    }
    const snapshot = buildSnapshot(rows, (name) => (name === 'A_KEY' ? 'secret' : undefined))
    expect(snapshot.providers.get('a')).toMatchObject({
      name: 'A',
      configured: true,
      offers: [{ modelId: 'm', modality: 'chat', pricing }],
    })
    expect(snapshot.providers.get('b')).toMatchObject({ configured: false, offers: [{ modelId: 'm' }] })
    expect(snapshot.providers.get('a')?.policies.trains_on_data).toBeNull()
    expect(snapshot.models.get('m')?.routes.map(({ providerId }) => providerId)).toEqual(['a'])
    expect(
      JSON.stringify([...snapshot.models.values()].map(({ routes }) => routes.map(({ target }) => target))),
    ).not.toContain('secret')
  })

  it('uses the base URL from the environment', () => {
    const rows = {
      providers: [provider('a', { baseUrlEnv: 'A_BASE_URL' })],
      models: [model('m')],
      routes: [route('m', 'a')],
    }
    const moved = buildSnapshot(rows, (name) => (name === 'A_BASE_URL' ? 'http://127.0.0.1:9/v1' : undefined))
    expect(moved.models.get('m')?.routes[0].target.baseUrl).toBe('http://127.0.0.1:9/v1')
    expect(() => buildSnapshot(rows, () => 'nowhere')).toThrow(
      new ConfigurationError('A_BASE_URL must be an http(s) URL.'),
    )
  })
})

type Minute = [answered: number, failed: number, limited?: number]

/** Newest first, as the repository returns them. */
function outcomes(...minutes: Minute[]) {
  return minutes.map(([answered, failed, limited = 0], index) => ({
    start: new Date(Date.parse('2026-05-05T05:30:00Z') - index * 60_000),
    provider_id: 'a',
    model_id: 'm',
    answered,
    failed,
    limited,
  }))
}

describe('provider health by latest attempts', () => {
  it.each<[string | undefined, string, Minute[]]>([
    [undefined, 'nobody asked', []],
    ['operational', 'all were answered', [[1, 0]]],
    ['operational', 'one of many failed', [[19, 1]]],
    ['degraded', 'one of ten failed', [[9, 1]]],
    ['degraded', 'the only one failed', [[0, 1]]],
    ['degraded', 'half failed', [[5, 5]]],
    ['down', 'three failed and none was answered', [[0, 3]]],
    ['down', 'three of four failed', [[1, 3]]],
    ['degraded', 'two failed and none was answered', [[0, 2]]],
    [
      'operational',
      'enough were answered since it failed',
      [
        [20, 0],
        [0, 50],
      ],
    ],
    [
      'degraded',
      'too few were answered since it failed',
      [
        [10, 0],
        [0, 10],
      ],
    ],
    [
      'down',
      'enough failed since it answered',
      [
        [0, 20],
        [500, 0],
      ],
    ],
    ['operational', 'some were limited', [[5, 0, 5]]],
    ['degraded', 'more were limited than not', [[5, 0, 6]]],
    ['degraded', 'all were limited', [[0, 0, 30]]],
  ])('%s: %s', (status, _why, minutes) => {
    expect(assessTries(outcomes(...minutes))).toBe(status)
  })

  it('counts all models of a minute before it stops', () => {
    const [minute] = outcomes([20, 0])
    const [other] = outcomes([0, 20])
    expect(assessTries([minute, other].flatMap((one) => one ?? []))).toBe('degraded')
  })
})

describe('localServers', () => {
  it.each([
    ['127.0.0.1:11434', 'http://127.0.0.1:11434/v1'],
    ['gpu-1', 'http://gpu-1:11434/v1'],
    ['0.0.0.0', 'http://127.0.0.1:11434/v1'],
    ['http://gpu-1:8080/', 'http://gpu-1:8080/v1'],
    ['https://ollama.example', 'https://ollama.example/v1'],
  ])('finds Ollama at %s', (host, baseUrl) => {
    expect(localServers({ OLLAMA_HOST: host, OPENAI_COMPATIBLE_BASE_URLS: undefined })).toEqual([
      { id: 'ollama', name: 'Ollama', baseUrl },
    ])
  })

  it('names other servers by their prefix or host', () => {
    const OPENAI_COMPATIBLE_BASE_URLS = 'vllm = http://gpu-1:8000/v1/, http://127.0.0.1:1234/v1'
    expect(localServers({ OLLAMA_HOST: undefined, OPENAI_COMPATIBLE_BASE_URLS })).toEqual([
      { id: 'vllm', name: 'vllm', baseUrl: 'http://gpu-1:8000/v1' },
      { id: 'local-127-0-0-1-1234', name: '127.0.0.1:1234', baseUrl: 'http://127.0.0.1:1234/v1' },
    ])
  })
})

describe('localPricing', () => {
  it('is the configured price; zero is a price, unset is none', () => {
    expect(localPricing('{"prompt":"0","completion":"0"}')).toEqual({ prompt: '0', completion: '0' })
    expect(localPricing(undefined)).toBeUndefined()
  })

  it.each(['0', '{}', '{"prompt":"0"}', '{"prompt":0,"completion":0}', 'free'])('refuses %s', (text) => {
    expect(() => localPricing(text)).toThrow(ConfigurationError)
  })
})

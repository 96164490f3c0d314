import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '@/lib/platform/env'
import {
  type ExistingCatalog,
  mergeSeed,
  planSeed,
  type SeedPlan,
  type SeedRows,
  seedRows,
} from './plan-seed'
import { SeedEntry, SeedProvider } from './seed-schema'

describe('the plan', () => {
  const seed: SeedRows = {
    providers: [
      {
        id: 'acme',
        name: 'Acme',
        adapter: 'openai-compatible',
        baseUrl: 'http://x/v1',
        baseUrlEnv: null,
        apiKeyEnv: null,
        options: {},
        policies: { headquarters: null, trains_on_data: false },
        source: 'builtin',
      },
    ],
    models: [
      {
        id: 'acme/l',
        name: 'Large',
        modality: 'chat',
        description: null,
        ownedBy: 'acme',
        contextLength: 100,
        maxOutputTokens: null,
        supportedParameters: ['stop'],
        capabilities: {},
        source: 'builtin',
        released: '2026-01-01',
      },
    ],
    routes: [
      {
        modelId: 'acme/l',
        providerId: 'acme',
        upstreamId: 'l',
        supportedParameters: ['stop'],
        contextLength: 100,
        maxOutputTokens: null,
        request: {},
        endsOn: null,
        priority: 0,
        weight: 1,
        source: 'builtin',
        pricing: { prompt: '0.1', completion: '0.2' },
      },
    ],
  }
  const [provider] = seed.providers
  const [model] = seed.models
  const [route] = seed.routes
  if (!provider || !model || !route) throw new Error('the seed is empty')

  const nothing: ExistingCatalog = { providers: [], models: [], routes: [] }
  /** What the database holds after the seed was applied; jsonb has turned the keys round. */
  const applied: ExistingCatalog = {
    providers: [{ ...provider, policies: { trains_on_data: false, headquarters: null }, withdrawnAt: null }],
    models: [{ ...model, withdrawnAt: null }],
    routes: [
      {
        ...route,
        id: 'route_1',
        withdrawnAt: null,
        price: { version: 4, pricing: { completion: '0.2', prompt: '0.1' }, source: 'builtin' },
      },
    ],
  }
  const [appliedRoute] = applied.routes
  if (!appliedRoute) throw new Error('the route is missing')

  const emptyPlan: SeedPlan = {
    providers: { create: [], update: [], withdraw: [] },
    models: { create: [], update: [], withdraw: [] },
    routes: { create: [], update: [], withdraw: [] },
    prices: [],
  }

  describe('planSeed', () => {
    it('creates missing rows, with a first price version', () => {
      const plan = planSeed(seed, nothing)
      expect(plan.providers.create).toEqual([provider])
      expect(plan.models.create).toEqual([model])
      expect(plan.routes.create).toEqual([route])
      expect(plan.prices).toEqual([
        { modelId: 'acme/l', providerId: 'acme', pricing: route.pricing, source: 'builtin', version: 1 },
      ])
    })

    it('does nothing without changes', () => {
      expect(planSeed(seed, applied)).toEqual(emptyPlan)
    })

    it('adds a version for a changed price and leaves the old one', () => {
      const dearer = { ...seed, routes: [{ ...route, pricing: { prompt: '0.3', completion: '0.2' } }] }
      const plan = planSeed(dearer, applied)
      expect(plan.routes.update).toEqual([])
      expect(plan.prices).toMatchObject([{ version: 5, pricing: { prompt: '0.3', completion: '0.2' } }])
    })

    it("leaves operators' prices and entries alone", () => {
      const dearer = { ...seed, routes: [{ ...route, pricing: { prompt: '9', completion: '9' } }] }
      const priced = { ...appliedRoute, price: { version: 5, pricing: { prompt: '1' }, source: 'operator' } }
      expect(planSeed(dearer, { ...applied, routes: [priced] })).toEqual(emptyPlan)
      const own = { ...appliedRoute, source: 'operator', upstreamId: 'other' }
      expect(planSeed(dearer, { ...applied, routes: [own] })).toEqual(emptyPlan)
      expect(planSeed({ providers: [], models: [], routes: [] }, { ...nothing, routes: [own] })).toEqual(
        emptyPlan,
      )
    })

    it('updates changed fields', () => {
      const renamed = { ...seed, models: [{ ...model, name: 'Larger' }] }
      expect(planSeed(renamed, applied)).toEqual({
        ...emptyPlan,
        models: { create: [], update: renamed.models, withdraw: [] },
      })
    })

    it('corrects the day of a model once it is known, and leaves the day on which it was added', () => {
      const known = { ...seed, models: [{ ...model, released: '2025-06-01' }] }
      expect(planSeed(known, applied).models.update).toEqual(known.models)
      const unknown = { ...seed, models: [{ ...model, released: null }] }
      expect(planSeed(unknown, applied)).toEqual(emptyPlan)
      expect(planSeed(unknown, nothing).models.create).toEqual(unknown.models)
    })

    it('withdraws rows that are no longer named, once, and restores them', () => {
      const none = { providers: [], models: [], routes: [] }
      expect(planSeed(none, applied)).toEqual({
        providers: { create: [], update: [], withdraw: ['acme'] },
        models: { create: [], update: [], withdraw: ['acme/l'] },
        routes: { create: [], update: [], withdraw: ['route_1'] },
        prices: [],
      })
      const gone = { ...applied, routes: [{ ...appliedRoute, withdrawnAt: new Date(0) }] }
      expect(planSeed(none, gone).routes.withdraw).toEqual([])
      expect(planSeed(seed, gone).routes.update).toEqual([route])
    })
  })
})

describe('the rows', () => {
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
    it('keeps built-in providers that the file does not name', () => {
      const merged = mergeSeed(builtin, [])
      expect(merged.map(({ id, origin }) => `${id} ${origin}`)).toEqual(['openai builtin', 'hosts builtin'])
    })

    it('puts entries of the file first and fills in defaults', () => {
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
            model('openai/a', {
              modality: 'image',
              pricing: { image: { low: '1', medium: '1', high: '1' } },
            }),
          ],
        },
        'PROVIDERS_FILE: the model openai/a is chat at openai and image at acme.',
      ],
    ])('%# refuses in a sentence', (value, sentence) => {
      expect(() => mergeSeed(builtin, [entry(value)])).toThrow(new ConfigurationError(sentence))
    })
  })

  describe('seedRows', () => {
    it('makes one model of several routes, with the maximum limits', () => {
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

    it('knows when a model was released from any of its providers', () => {
      const seen = [entry({ id: 'one', base_url: 'http://x/v1', models: [model('acme/new')] })]
      const dated = [model('acme/new', { released: '2026-02-03' })]
      const rows = seedRows(
        mergeSeed([], [...seen, entry({ id: 'two', base_url: 'http://y/v1', models: dated })]),
      )
      expect(rows.models).toMatchObject([{ id: 'acme/new', released: '2026-02-03' }])
    })

    it('uses an explicit priority', () => {
      const models = [model('openai/a', { priority: 7, weight: 3 })]
      const rows = seedRows(mergeSeed(builtin, [entry({ id: 'acme', base_url: 'http://x/v1', models })]))
      expect(rows.routes[0]).toMatchObject({ providerId: 'acme', priority: 7, weight: 3, source: 'file' })
    })
  })
})

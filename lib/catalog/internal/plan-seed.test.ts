import { describe, expect, it } from 'vitest'
import { type ExistingCatalog, planSeed, type SeedPlan } from './plan-seed'
import type { SeedRows } from './seed-rows'

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
  it('creates what is not there, with the first version of its price', () => {
    const plan = planSeed(seed, nothing)
    expect(plan.providers.create).toEqual([provider])
    expect(plan.models.create).toEqual([model])
    expect(plan.routes.create).toEqual([route])
    expect(plan.prices).toEqual([
      { modelId: 'acme/l', providerId: 'acme', pricing: route.pricing, source: 'builtin', version: 1 },
    ])
  })

  it('does nothing when nothing changed', () => {
    expect(planSeed(seed, applied)).toEqual(emptyPlan)
  })

  it('makes a new version of a changed price and leaves the old one', () => {
    const dearer = { ...seed, routes: [{ ...route, pricing: { prompt: '0.3', completion: '0.2' } }] }
    const plan = planSeed(dearer, applied)
    expect(plan.routes.update).toEqual([])
    expect(plan.prices).toMatchObject([{ version: 5, pricing: { prompt: '0.3', completion: '0.2' } }])
  })

  it("leaves an operator's price and an operator's own entries alone", () => {
    const dearer = { ...seed, routes: [{ ...route, pricing: { prompt: '9', completion: '9' } }] }
    const priced = { ...appliedRoute, price: { version: 5, pricing: { prompt: '1' }, source: 'operator' } }
    expect(planSeed(dearer, { ...applied, routes: [priced] })).toEqual(emptyPlan)
    const own = { ...appliedRoute, source: 'operator', upstreamId: 'other' }
    expect(planSeed(dearer, { ...applied, routes: [own] })).toEqual(emptyPlan)
    expect(planSeed({ providers: [], models: [], routes: [] }, { ...nothing, routes: [own] })).toEqual(
      emptyPlan,
    )
  })

  it('updates what is said differently', () => {
    const renamed = { ...seed, models: [{ ...model, name: 'Larger' }] }
    expect(planSeed(renamed, applied)).toEqual({
      ...emptyPlan,
      models: { create: [], update: renamed.models, withdraw: [] },
    })
  })

  it('withdraws what is no longer named, once, and brings it back', () => {
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

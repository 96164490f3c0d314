import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { newCustomer } from '@/app/(api)/v1/testing/new-customer'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { planPriceUpdate } from '@/lib/catalog/models/price-list'
import { findModel, loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { applyPriceList } from '@/lib/operator/admin/catalog'
import { DiscoveryReply, OperatorModel, OperatorModelList } from '@/lib/operator/admin/catalog-schema'
import { AuditPage } from '@/lib/operator/admin/schema'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { startKeyedUpstream } from '@/lib/upstream/testing/keyed-upstream'
import { asking, newPerson, openDoors } from './testing'

const upstream = await startKeyedUpstream()
const KEY = 'sk-good-key-000000000-AAAA'
upstream.accept({ [KEY]: 'ok' })
process.env.OPENAI_BASE_URL = upstream.baseUrl
env().OUTBOUND_ALLOW = '127.0.0.1'
const { call, close } = await openDoors()
const operator = await newPerson({ isOperator: true })
const buyer = await newCustomer()
const ask = asking(call, operator)
await ask('POST', '/providers/openai/keys', { key: KEY })

afterEach(async () => {
  // What a test added or changed is restored by the seed.
  await prisma.price.deleteMany()
  await prisma.route.deleteMany()
  await prisma.model.deleteMany()
  await prisma.auditEntry.deleteMany()
  await seedAnew()
})

afterAll(async () => {
  delete process.env.OPENAI_BASE_URL
  close()
  await upstream.stop()
})

/** A start with other files: the seed looks at everything again. */
async function seedAnew(): Promise<void> {
  await prisma.catalogSeed.deleteMany()
  await applySeed(undefined)
  await loadCatalog()
}

const history = async () => AuditPage.parse((await ask('GET', '/audit')).body).items
const read = async (id: string) => OperatorModel.parse((await ask('GET', `/models/${id}`)).body)
const discover = async () =>
  DiscoveryReply.parse((await ask('POST', '/providers/openai/discover')).body).models ?? []
const pricing = { prompt: '0.000003', completion: '0.000006' }
const limits = { context_length: null, max_output_tokens: null, supported_parameters: [] }
const fields = {
  name: 'Large',
  modality: 'chat',
  description: null,
  owned_by: 'acme',
  ...limits,
  capabilities: {},
}
const route = { provider_id: 'openai', upstream_id: 'gpt-4.1', ...limits, pricing, cost: null }
const entry = (model_id: string, more: object = {}) => ({ model_id, model: fields, route, ...more })
const add = (...models: object[]) => ask('POST', '/models', { models })
const complete = (model: string) =>
  call('POST', '/v1/chat/completions', {
    headers: { authorization: `Bearer ${buyer.key}` },
    json: { model, messages: [{ role: 'user', content: 'Hi' }] },
  })

describe('models that an operator adds', () => {
  it('are found in the provider’s list, with suggestions from the catalog', async () => {
    expect(await discover()).toEqual([
      expect.objectContaining({ upstream_id: 'gpt-4.1', served_as: 'openai/gpt-4.1' }),
      expect.objectContaining({ upstream_id: 'gpt-4.1-mini', served_as: 'openai/gpt-4.1-mini' }),
    ])
    upstream.accept({})
    expect((await ask('POST', '/providers/openai/discover')).body).toMatchObject({
      models: null,
      problem: expect.stringContaining('401'),
    })
    upstream.accept({ [KEY]: 'ok' })
    expect((await ask('POST', '/providers/sandbox/discover')).body).toMatchObject({
      models: null,
      problem: null,
    })
    expect((await ask('POST', '/providers/nobody/discover')).status).toBe(404)
    expect(await ask('POST', '/providers/anthropic/discover')).toMatchObject({ status: 400 })
  })

  it('are available immediately and across restarts, and can be deleted until they are used', async () => {
    const cost = { prompt: '0.000001', completion: '0.000002' }
    const added = await add(entry('acme/large', { route: { ...route, cost } }), entry('acme/small'))
    expect(added).toMatchObject({ status: 201, body: { added: ['acme/large', 'acme/small'] } })
    expect(findModel('acme/large')?.routes[0]).toMatchObject({ pricing, costPricing: cost })
    expect(await complete('acme/large')).toMatchObject({ status: 200, body: { model: 'acme/large' } })
    await seedAnew()
    expect(findModel('acme/large')).toBeDefined()
    expect((await read('acme/large')).routes[0]?.prices[0]).toMatchObject({ cost, source: 'operator' })

    const used = { status: 409, body: { error: { code: 'model_in_use' } } }
    const [large] = (await read('acme/large')).routes
    expect(await ask('DELETE', '/models/acme/large')).toMatchObject(used)
    expect(await ask('DELETE', `/routes/${large?.id}`)).toMatchObject(used)
    expect(await ask('DELETE', '/models/acme/small')).toMatchObject({
      status: 200,
      body: { id: 'acme/small', removed: true },
    })
    expect(findModel('acme/small')).toBeUndefined()
    expect((await ask('GET', '/models/acme/small')).status).toBe(404)
    expect((await history()).map(({ action, subject }) => [action, subject.id])).toEqual([
      ['model.remove', 'acme/small'],
      ['model.add', 'acme/small'],
      ['model.add', 'acme/large'],
    ])
    expect((await add(entry('acme/small'))).status).toBe(201)
    expect((await read('acme/small')).routes[0]?.prices.map(({ version }) => version)).toEqual([2, 1])
  })

  it('get further routes, which can be changed and deleted', async () => {
    await add(entry('acme/large'))
    const more = { ...route, provider_id: 'mistral', upstream_id: 'large' }
    expect((await add(entry('acme/large', { model: null, route: more }))).status).toBe(201)
    const [, second] = (await read('acme/large')).routes
    expect(second).toMatchObject({ provider_id: 'mistral', upstream_id: 'large', priority: 1 })
    const wanted = {
      upstream_id: 'larger',
      context_length: 1000,
      max_output_tokens: 100,
      supported_parameters: ['stop'],
    }
    const changed = await ask('PUT', `/routes/${second?.id}`, wanted)
    expect(OperatorModel.parse(changed.body).routes[1]).toMatchObject(wanted)
    expect((await ask('DELETE', `/routes/${second?.id}`)).status).toBe(200)
    expect((await read('acme/large')).routes).toHaveLength(1)
    expect((await history()).map(({ action }) => action)).toEqual([
      'route.remove',
      'route.change',
      'route.add',
      'model.add',
    ])
  })

  it('are all added, or none: 400 names the field', async () => {
    const wrong: [object, string][] = [
      [entry('openai/gpt-4.1'), 'models[1].model_id'],
      [entry('not an id'), 'models[1].model_id'],
      [entry('acme/../large'), 'models[1].model_id'],
      [entry('acme/none', { model: null }), 'models[1].model_id'],
      [entry('openai/gpt-4.1', { model: null }), 'models[1].route.provider_id'],
      [entry('acme/none', { route: { ...route, provider_id: 'nobody' } }), 'models[1].route.provider_id'],
      [
        entry('acme/none', { model: { ...fields, modality: 'video' } }),
        'models[1].model.capabilities.min_seconds',
      ],
      [
        entry('acme/none', {
          route: { ...route, provider_id: 'anthropic' },
          model: { ...fields, modality: 'image' },
        }),
        'models[1].route.provider_id',
      ],
      [
        entry('acme/none', { route: { ...route, pricing: { prompt: '1' } } }),
        'models[1].route.pricing.completion',
      ],
      [entry('acme/none', { route: { ...route, cost: { prompt: '1' } } }), 'models[1].route.cost.completion'],
      [entry('acme/none', { route: { ...route, upstream_id: '\0' } }), 'models[1].route.upstream_id'],
      [
        entry('acme/none', { model: { ...fields, capabilities: { voices: ['\0'] } } }),
        'models[1].model.capabilities',
      ],
    ]
    for (const [one, param] of wrong)
      expect(await add(entry('acme/first'), one), param).toMatchObject({
        status: 400,
        body: { error: { param } },
      })
    expect(findModel('acme/first')).toBeUndefined()
    expect(await history()).toEqual([])
  })
})

describe('a built-in model that an operator changes', () => {
  it('keeps the changes across restarts', async () => {
    const { routes, source, enabled: _, id: __, ...rest } = await read('openai/gpt-4.1')
    const { rate_limit_tpm: _tokens, max_concurrency: _calls, ...before } = rest
    expect(source).toBe('builtin')
    const after = { ...before, name: 'Our GPT', context_length: 5000 }
    expect((await ask('PUT', '/models/openai/gpt-4.1', after)).body).toMatchObject({
      ...after,
      source: 'operator',
    })
    await ask('PUT', '/models/openai/gpt-4.1', after)
    await ask('PUT', `/routes/${routes[0]?.id}`, { upstream_id: 'gpt-4.1-2025', ...limits })
    await seedAnew()
    expect(findModel('openai/gpt-4.1')).toMatchObject({
      name: 'Our GPT',
      contextLength: 5000,
      routes: [{ upstreamId: 'gpt-4.1-2025' }],
    })
    expect(await history()).toMatchObject([
      { action: 'route.change', before: { upstream_id: 'gpt-4.1' }, after: { upstream_id: 'gpt-4.1-2025' } },
      { action: 'model.change', before: { name: before.name }, after: { name: 'Our GPT' } },
    ])
    for (const [change, param] of [
      [{ modality: 'video' }, 'capabilities.min_seconds'],
      [{ name: '' }, 'name'],
    ] as const)
      expect(await ask('PUT', '/models/openai/gpt-4.1', { ...after, ...change })).toMatchObject({
        status: 400,
        body: { error: { param } },
      })
    const embedding = await ask('PUT', '/models/openai/text-embedding-3-small', fields)
    expect(embedding).toMatchObject({ status: 400, body: { error: { param: 'modality' } } })
  })

  it('stays deleted', async () => {
    expect((await ask('DELETE', '/models/openai/gpt-4.1')).status).toBe(200)
    await seedAnew()
    expect(findModel('openai/gpt-4.1')).toBeUndefined()
    const { data } = OperatorModelList.parse((await ask('GET', '/models')).body)
    expect(data.some(({ id }) => id === 'openai/gpt-4.1')).toBe(false)
    const [found] = await discover()
    expect(found).toMatchObject({ upstream_id: 'gpt-4.1', served_as: null, is_known: false, pricing: null })
  })

  it('is not there: 404', async () => {
    const missing: [string, string, unknown?][] = [
      ['PUT', '/models/no/such', fields],
      ['DELETE', '/models/no/such'],
      ['PUT', '/routes/route_no', { upstream_id: 'x', ...limits }],
      ['DELETE', '/routes/route_no'],
    ]
    for (const [method, path, json] of missing)
      expect((await ask(method, path, json)).status, `${method} ${path}`).toBe(404)
  })
})

describe('an imported price list', () => {
  const list = (prompt: number) => ({
    'gpt-4.1': {
      litellm_provider: 'openai',
      mode: 'chat',
      input_cost_per_token: prompt,
      output_cost_per_token: 9e-6,
    },
  })
  const take = async (prompt: number) => {
    const { changes } = await planPriceUpdate(list(prompt))
    return applyPriceList(changes, 'prices.json')
  }
  const prices = async () => (await read('openai/gpt-4.1')).routes[0]?.prices ?? []

  it('adds versions, which a restart keeps, and leaves operators’ prices', async () => {
    expect(await take(1.1e-6)).toBe(1)
    expect(await take(1.1e-6)).toBe(0)
    expect((await prices())[0]).toMatchObject({
      version: 2,
      source: 'list',
      pricing: { prompt: '0.0000011' },
    })
    await seedAnew()
    expect(await prices()).toHaveLength(2)
    expect((await history())[0]).toMatchObject({
      action: 'route.add_price',
      user: { id: '', email: 'npm run catalog:update' },
      reason: 'Price list prices.json',
      before: { model_id: 'openai/gpt-4.1', version: 1 },
      after: { version: 2 },
    })
    const { changes } = await planPriceUpdate(list(1.2e-6))
    const [shown] = await prices()
    const routeId = (await read('openai/gpt-4.1')).routes[0]?.id
    await ask('POST', `/routes/${routeId}/prices`, { pricing, cost: shown?.pricing })
    expect(await applyPriceList(changes, 'prices.json')).toBe(0)
    expect(await take(1.3e-6)).toBe(0)
    expect((await prices())[0]).toMatchObject({
      version: 3,
      source: 'operator',
      pricing,
      cost: shown?.pricing,
    })
  })

  it('adds models: new ones, and routes to those of other providers', async () => {
    const costs = { mode: 'chat', input_cost_per_token: 1e-6, output_cost_per_token: 4e-6 }
    const { additions } = await planPriceUpdate({
      'gpt-9': {
        ...costs,
        litellm_provider: 'openai',
        max_input_tokens: 9000,
        input_cost_per_token_above_200k_tokens: 2e-6,
      },
      'groq/openai/gpt-oss-next': { ...costs, litellm_provider: 'groq' },
      'openai/gpt-oss-120b': { ...costs, litellm_provider: 'openai' },
      'gpt-speak-9': { litellm_provider: 'openai', mode: 'audio_speech', output_cost_per_second: 1 },
    })
    expect(additions.map(({ model }) => [model.model_id, model.model === null])).toEqual([
      ['openai/gpt-9', false],
      ['groq/openai/gpt-oss-next', false],
      ['openai/gpt-oss-120b', true],
    ])
    const models = additions.map(({ model }) => model)
    expect(await applyPriceList([], 'prices.json', models)).toBe(3)
    await loadCatalog()
    expect(findModel('openai/gpt-9')).toMatchObject({
      contextLength: 9000,
      routes: [{ providerId: 'openai', upstreamId: 'gpt-9', pricing: { tiers: [{ prompt: '0.000002' }] } }],
    })
    expect((await history()).slice(0, 3)).toMatchObject([
      { action: 'route.add', reason: 'Price list prices.json' },
      { action: 'model.add' },
      { action: 'model.add', user: { id: '', email: 'npm run catalog:update' } },
    ])
    expect((await planPriceUpdate({ 'gpt-9': { ...costs, litellm_provider: 'openai' } })).unknown).toEqual([])
  })

  it('is overridden where the files’ price has changed since', async () => {
    await take(1.1e-6)
    await prisma.price.updateMany({
      where: { version: 1, route: { modelId: 'openai/gpt-4.1' } },
      data: { pricing: { prompt: '0.5', completion: '0.5' } },
    })
    await seedAnew()
    expect((await prices())[0]).toMatchObject({ version: 3, source: 'builtin' })
  })
})

import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { findIdleModel } from '@/lib/catalog/models/models'
import { findModel, loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { ProviderReply } from '@/lib/catalog/models/schema'
import { OperatorModel, OperatorModelList, OperatorProviderList } from '@/lib/operator/admin/catalog-schema'
import { AuditPage } from '@/lib/operator/admin/schema'
import { prisma } from '@/lib/platform/db'
import { asking, newPerson, openDoors } from './testing'

const { call, close } = await openDoors()
afterAll(close)
const operator = await newPerson({ isOperator: true })

afterEach(async () => {
  await prisma.provider.updateMany({ data: { enabled: true } })
  await prisma.model.updateMany({ data: { enabled: true } })
  await prisma.route.updateMany({ data: { enabled: true, operatorPriority: null, operatorWeight: null } })
  await prisma.price.deleteMany({ where: { source: 'operator' } })
  await prisma.auditEntry.deleteMany()
  await loadCatalog()
})

/** A start with other files: the seed looks at everything again. */
async function seedAnew(): Promise<void> {
  await prisma.catalogSeed.deleteMany()
  await applySeed(undefined)
  await loadCatalog()
}

const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe('the catalog for operators', () => {
  const ask = asking(call, operator)
  const readModel = async (id: string) => OperatorModel.parse((await ask('GET', `/models/${id}`)).body)
  const history = async () => AuditPage.parse((await ask('GET', '/audit')).body).items

  it('lists providers with the names of their variables and never a secret', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-very-secret')
    const { status, body } = await ask('GET', '/providers')
    vi.unstubAllEnvs()
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('very-secret')
    const { data } = OperatorProviderList.parse(body)
    expect(data.find(({ id }) => id === 'openai')).toMatchObject({
      name: 'OpenAI',
      source: 'builtin',
      enabled: true,
      key: { variable: 'OPENAI_API_KEY', is_set: true },
      address: { variable: 'OPENAI_BASE_URL', is_set: false },
      withdrawn_at: null,
    })
    expect(data.find(({ id }) => id === 'sandbox')).toMatchObject({ key: null, status: 'operational' })
  })

  it('disables and enables a provider: immediately, across restarts, and recorded once', async () => {
    expect(await ask('PATCH', '/providers/sandbox', { enabled: false })).toMatchObject({
      status: 200,
      body: { id: 'sandbox', enabled: false },
    })
    expect(findModel('sandbox/chat')).toBeUndefined()
    expect((await call('GET', '/providers/sandbox')).body).toMatchObject({
      status: 'disabled',
      disabled_reason: 'switched_off',
    })
    await seedAnew()
    expect(findModel('sandbox/chat')).toBeUndefined()
    expect((await readModel('sandbox/chat')).routes[0]?.obstacle).toBe('provider_disabled')
    await ask('PATCH', '/providers/sandbox', { enabled: false })
    await ask('PATCH', '/providers/sandbox', { enabled: true })
    expect(findModel('sandbox/chat')).toBeDefined()
    expect(await history()).toMatchObject([
      { action: 'provider.enable', before: { enabled: false }, after: { enabled: true } },
      {
        action: 'provider.disable',
        user: { id: operator.caller.userId, email: operator.email },
        subject: { type: 'provider', id: 'sandbox' },
        before: { enabled: true },
        after: { enabled: false },
        reason: null,
      },
    ])
  })

  it('lists and reads models, and disables one', async () => {
    await ask('PATCH', '/models/sandbox/chat', { enabled: false })
    expect(findModel('sandbox/chat')).toBeUndefined()
    expect(await findIdleModel('sandbox/chat')).toEqual({
      id: 'sandbox/chat',
      name: 'Sandbox Chat',
      providers: [],
    })
    expect(await findIdleModel('sandbox/chat-pro')).toBeUndefined()
    expect(await findIdleModel('no/such\0')).toBeUndefined()
    await seedAnew()
    expect(findModel('sandbox/chat')).toBeUndefined()
    const { data } = OperatorModelList.parse((await ask('GET', '/models')).body)
    expect(data.find(({ id }) => id === 'sandbox/chat')).toMatchObject({ state: 'disabled', enabled: false })
    expect(data.find(({ id }) => id === 'sandbox/chat-pro')).toMatchObject({
      state: 'callable',
      providers: [{ id: 'sandbox', is_callable: true }],
      pricing: { prompt: expect.any(String) },
    })
    expect(data.find(({ id }) => id === 'openai/gpt-6-sol')).toMatchObject({ state: 'unconnected' })
    expect((await readModel('openai/gpt-6-sol')).routes[0]?.obstacle).toBe('provider_not_configured')
    await ask('PATCH', '/providers/openai', { enabled: false })
    const list = OperatorModelList.parse((await ask('GET', '/models')).body)
    expect(list.data.find(({ id }) => id === 'openai/gpt-6-sol')).toMatchObject({ state: 'unavailable' })
    await ask('PATCH', '/providers/openai', { enabled: true })
    expect((await readModel('sandbox/video')).capabilities).toMatchObject({ resolutions: expect.any(Array) })
  })

  it('disables one route', async () => {
    const [route] = (await readModel('sandbox/chat')).routes
    expect((await ask('PATCH', `/routes/${route?.id}`, { enabled: false })).status).toBe(200)
    expect(findModel('sandbox/chat')).toBeUndefined()
    expect((await readModel('sandbox/chat')).routes[0]).toMatchObject({ obstacle: 'route_disabled' })
  })

  it('overrides the route order of the files across restarts, and resets it', async () => {
    const model_id = 'openai/gpt-oss-120b'
    const { routes } = await readModel(model_id)
    expect(routes.length).toBeGreaterThan(2)
    const turned = routes.toReversed().map(({ id }, index) => ({ id, priority: index, weight: index + 1 }))
    const { status, body } = await ask('PUT', '/route-order', { model_id, routes: turned })
    expect(status).toBe(200)
    const ids = OperatorModel.parse(body).routes.map(({ id }) => id)
    expect(ids).toEqual(turned.map(({ id }) => id))
    await seedAnew()
    expect((await readModel(model_id)).routes.map(({ id, weight }) => ({ id, weight }))).toEqual(
      turned.map(({ id, weight }) => ({ id, weight })),
    )
    await ask('PUT', '/route-order', { model_id, routes: null })
    expect((await readModel(model_id)).routes).toEqual(routes)
    expect((await history()).map(({ action }) => action)).toEqual([
      'model.order_routes',
      'model.order_routes',
    ])
  })

  it('adds versions of a price, now or later, and never edits one', async () => {
    const before = await readModel('sandbox/chat')
    const [route] = before.routes
    const path = `/routes/${route?.id}/prices`
    const pricing = { prompt: '0.000001', completion: '0.000002' }
    const month = await ask('POST', path, {
      pricing: { ...pricing, prompt: '0.000009' },
      valid_from: later(720),
    })
    expect(month.status).toBe(201)
    expect(findModel('sandbox/chat')?.routes[0].priceId).toBe(route?.prices[0]?.id)
    const shown = async () => {
      const { models } = ProviderReply.parse((await call('GET', '/providers/sandbox')).body)
      return models.find(({ id }) => id === 'sandbox/chat')?.pricing
    }
    expect(await shown()).not.toEqual(pricing)
    const { body } = await ask('POST', path, { pricing })
    expect(await shown()).toEqual(pricing)
    const prices = OperatorModel.parse(body).routes[0]?.prices ?? []
    expect(prices.map(({ version, state, source }) => [version, state, source])).toEqual([
      [2, 'scheduled', 'operator'],
      [3, 'in_force', 'operator'],
      [1, 'past', 'builtin'],
    ])
    expect(prices[2]).toEqual({ ...route?.prices[0], state: 'past' })
    expect(findModel('sandbox/chat')?.routes[0]).toMatchObject({ priceVersion: 3, pricing })
    await seedAnew()
    expect(findModel('sandbox/chat')?.routes[0]).toMatchObject({ priceVersion: 3 })
    // At its moment, the one that was made for it holds, although a newer version was made since.
    await prisma.price.updateMany({
      where: { version: 2, routeId: route?.id ?? '' },
      data: { validFrom: new Date() },
    })
    await loadCatalog()
    expect(findModel('sandbox/chat')?.routes[0]).toMatchObject({ priceVersion: 2 })
    expect((await history())[0]).toMatchObject({
      action: 'route.add_price',
      subject: { type: 'route', id: route?.id, name: 'Sandbox Chat at Sandbox' },
      names: { 'sandbox/chat': 'Sandbox Chat', sandbox: 'Sandbox' },
      before: { model_id: 'sandbox/chat', provider_id: 'sandbox', version: 2 },
      after: { version: 3, pricing },
    })
  })

  it('refuses invalid requests: 400, and unknown ids: 404', async () => {
    const [route] = (await readModel('sandbox/chat')).routes
    const prices = `/routes/${route?.id}/prices`
    const pricing = { prompt: '1', completion: '1' }
    const wrong: [string, string, unknown, string][] = [
      ['PATCH', '/providers/sandbox', {}, 'enabled'],
      ['PATCH', '/providers/sandbox', { enabled: true, base_url: 'http://x' }, 'base_url'],
      ['PATCH', '/models/sandbox/chat', { enabled: 'no' }, 'enabled'],
      ['PUT', '/route-order', { model_id: 'sandbox/chat', routes: [] }, 'routes'],
      [
        'PUT',
        '/route-order',
        { model_id: 'sandbox/chat', routes: [{ id: 'x', priority: 0, weight: 1 }] },
        'routes',
      ],
      [
        'PUT',
        '/route-order',
        { model_id: 'sandbox/chat', routes: [{ id: route?.id, priority: 0, weight: 0 }] },
        'routes[0].weight',
      ],
      ['POST', prices, { pricing: { prompt: '1' } }, 'pricing.completion'],
      ['POST', prices, { pricing: { ...pricing, prompt: '-1' } }, 'pricing.prompt'],
      ['POST', prices, { pricing, valid_from: later(-1) }, 'valid_from'],
      ['POST', prices, { pricing, valid_from: 'tomorrow' }, 'valid_from'],
    ]
    for (const [method, path, json, param] of wrong)
      expect(await ask(method, path, json), `${path} ${param}`).toMatchObject({
        status: 400,
        body: { error: { type: 'invalid_request_error', param } },
      })
    const missing: [string, string, unknown][] = [
      ['PATCH', '/providers/nobody', { enabled: true }],
      ['GET', '/models/no/such', undefined],
      ['PATCH', '/models/no/such', { enabled: true }],
      ['PATCH', '/routes/route_no', { enabled: true }],
      ['POST', '/routes/route_no/prices', { pricing }],
      ['PUT', '/route-order', { model_id: 'no/such', routes: null }],
    ]
    for (const [method, path, json] of missing)
      expect(await ask(method, path, json), path).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      })
    expect(await history()).toEqual([])
  })

  it('pages through changes', async () => {
    for (const enabled of [false, true, false]) await ask('PATCH', '/models/sandbox/chat', { enabled })
    await ask('PATCH', '/providers/sandbox', { enabled: false })
    const first = AuditPage.parse((await ask('GET', '/audit?limit=2&subject_type=model')).body)
    expect(first).toMatchObject({ has_more: true, items: [{ after: { enabled: false } }, {}] })
    const second = await ask('GET', `/audit?limit=2&subject_type=model&cursor=${first.next_cursor}`)
    expect(second.body).toMatchObject({ has_more: false, next_cursor: '', items: [{}] })
    expect((await ask('GET', '/audit?subject_id=sandbox')).body).toMatchObject({ items: [{}] })
  })
})

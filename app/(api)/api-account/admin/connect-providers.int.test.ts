import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lookForServers } from '@/lib/catalog/models/find-local-models'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import {
  ConnectReply,
  DiscoveryReply,
  OperatorModel,
  OperatorProvider,
} from '@/lib/operator/admin/catalog-schema'
import { AuditPage, OverviewReply } from '@/lib/operator/admin/schema'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { safeFetch } from '@/lib/platform/safe-fetch/safe-fetch'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { startFaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { startKeyedUpstream } from '@/lib/upstream/testing/keyed-upstream'
import { asking, newPerson, openDoors } from './testing'

const upstream = await startKeyedUpstream()
const server = await startFaultUpstream()
process.env.OPENAI_BASE_URL = upstream.baseUrl
await startJobs({ scheduled: [], queued: [] }, false)
const { call, close } = await openDoors()
const operator = await newPerson({ isOperator: true })
const customer = await newPerson()
const ask = asking(call, operator)
const KEY = `sk-proj-${'a1B2c3D4'.repeat(8)}`
const AMBIGUOUS = `sk-${'0123456789abcdef'.repeat(2)}`
const list = answerWith.json(200, { object: 'list', data: [{ id: 'llama-9' }, { id: 'qwen-9' }] })

beforeEach(() => {
  upstream.accept({ [KEY]: 'ok' })
  upstream.requests.length = 0
  server.answer(list)
})

afterEach(async () => {
  await prisma.providerKey.deleteMany()
  await prisma.provider.deleteMany({ where: { source: 'operator' } })
  await prisma.setting.deleteMany()
  await prisma.auditEntry.deleteMany()
  await loadCatalog()
})

afterAll(async () => {
  delete process.env.OPENAI_BASE_URL
  close()
  await stopJobs()
  await upstream.stop()
  await server.stop()
})

const history = async () => AuditPage.parse((await ask('GET', '/audit')).body).items
const keys = () => prisma.providerKey.count()

describe('connecting by a key', () => {
  const connect = async (json: object) => ConnectReply.parse((await ask('POST', '/connect', json)).body)

  it('recognizes the provider, tests the key and stores it once', async () => {
    const reply = await connect({ key: KEY })
    expect(reply).toMatchObject({
      candidates: [{ id: 'openai', name: 'OpenAI' }],
      provider: { id: 'openai', is_configured: true, keys: [{ last_four: KEY.slice(-4) }] },
      test: { result: 'ok', model_count: 2 },
    })
    expect(upstream.requests).toMatchObject([{ method: 'GET', path: '/v1/models' }])
    expect((await history()).map(({ action }) => action)).toEqual(['provider.add_key'])
    expect(JSON.stringify([reply, await history()])).not.toContain(KEY)
    await connect({ key: KEY })
    expect(await keys()).toBe(1)
  })

  it('stores nothing that the provider rejects or that could not be tested', async () => {
    upstream.accept({})
    expect(await connect({ key: KEY })).toMatchObject({
      provider: null,
      test: { result: 'failed', is_key_refused: true },
    })
    upstream.answer(answerWith.json(500, {}))
    expect(await connect({ key: KEY })).toMatchObject({
      provider: null,
      test: { result: 'failed', is_key_refused: false },
    })
    expect(await keys()).toBe(0)
    expect(await history()).toEqual([])
  })

  it('sends a key that may be of several providers, or of none, to nobody until one is chosen', async () => {
    const reply = await connect({ key: AMBIGUOUS })
    expect(reply).toMatchObject({ provider: null, test: null })
    expect(reply.candidates.map(({ id }) => id)).toEqual(['deepseek', 'alibaba'])
    expect(await connect({ key: 'a-key-of-nobody' })).toEqual({ candidates: [], provider: null, test: null })
    expect(upstream.requests).toEqual([])
    upstream.accept({ 'a-key-of-nobody': 'ok' })
    expect(await connect({ key: 'a-key-of-nobody', provider: 'openai' })).toMatchObject({
      provider: { id: 'openai' },
    })
  })

  it('is for operators, on installations whose demo is not open', async () => {
    expect((await asking(call, customer)('POST', '/connect', { key: KEY })).status).toBe(404)
    expect((await asking(call, customer)('POST', '/local-servers')).status).toBe(404)
    expect(await ask('POST', '/connect', { key: KEY, provider: 'nobody' })).toMatchObject({ status: 404 })
    expect(await ask('POST', '/connect', { key: 'short' })).toMatchObject({
      status: 400,
      body: { error: { param: 'key' } },
    })
    Object.assign(env(), { demo: true, isExposed: true })
    for (const [path, json] of [
      ['/connect', { key: KEY }],
      ['/local-servers', undefined],
    ] as const)
      expect((await ask('POST', path, json)).body).toMatchObject({ error: { code: 'demo_is_open' } })
    Object.assign(env(), { demo: false, isExposed: false })
    expect(upstream.requests).toEqual([])
  })
})

describe('a server in the own network', () => {
  const own = { name: 'Own', kind: 'openai-compatible', base_url: server.baseUrl }
  const { host } = new URL(server.baseUrl)
  const test = async () => (await ask('POST', '/providers/own/test', { key_id: null })).body

  it('is reached once an operator opens its host, which is recorded; customers’ URLs stay closed', async () => {
    expect(await ask('POST', '/providers', own)).toMatchObject({
      status: 400,
      body: { error: { param: 'base_url', message: expect.stringContaining('private_network') } },
    })
    const { status, body } = await ask('POST', '/providers', { ...own, private_network: true })
    expect(status).toBe(201)
    expect(OperatorProvider.parse(body)).toMatchObject({ private_network: true, is_configured: true })
    expect(await history()).toMatchObject([{ action: 'provider.add', after: { opened_host: host } }])
    expect(await test()).toMatchObject({ result: 'ok', model_count: 2 })
    await expect(safeFetch(server.baseUrl, { timeoutMillis: 1000, maxBytes: 1000 })).rejects.toMatchObject({
      fault: 'refused',
    })
  })

  it('stays open while other fields change, and is closed again with its address', async () => {
    await ask('POST', '/providers', { ...own, private_network: true })
    const change = (json: object) => ask('PUT', '/providers/own', { ...own, ...json })
    expect((await change({ name: 'Other' })).body).toMatchObject({ name: 'Other', private_network: true })
    expect(await change({ base_url: 'http://169.254.169.254/v1' })).toMatchObject({ status: 400 })
    expect(await change({ private_network: false })).toMatchObject({ status: 400 })
    const closed = { base_url: 'https://1.1.1.1/v1', private_network: false }
    expect((await change(closed)).body).toMatchObject({ private_network: false })
    await prisma.provider.update({ where: { id: 'own' }, data: { baseUrl: server.baseUrl } })
    await loadCatalog()
    expect(await test()).toMatchObject({ result: 'failed', problem: 'provider unreachable' })
  })

  it.each([
    'http://169.254.169.254/v1',
    'http://[fd00:ec2::254]/v1',
    'http://100.100.100.200/v1',
    'https://8.8.8.8/v1',
    'http://0.0.0.0:11434/v1',
  ])('is never %s', async (base_url) => {
    expect(await ask('POST', '/providers', { ...own, base_url, private_network: true })).toMatchObject({
      status: 400,
      body: { error: { param: 'base_url' } },
    })
  })

  it('is not followed to another address', async () => {
    await ask('POST', '/providers', { ...own, private_network: true })
    server.answer((res) => res.writeHead(302, { location: 'http://169.254.169.254/' }).end())
    expect(await test()).toMatchObject({ result: 'failed', problem: 'redirected to another URL (302)' })
  })

  it('is found by its port if it lists models', async () => {
    const port = Number(new URL(server.baseUrl).port)
    const closed = await startFaultUpstream()
    await closed.stop()
    const ports = [
      { name: 'There', port },
      { name: 'Gone', port: Number(new URL(closed.baseUrl).port) },
    ]
    expect(await lookForServers(ports)).toEqual([{ name: 'There', base_url: server.baseUrl, model_count: 2 }])
    server.answer(answerWith.text(200, 'text/html', '<html>'))
    expect(await lookForServers(ports)).toEqual([])
  })
})

describe('publishing', () => {
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
  const route = { provider_id: 'openai', upstream_id: 'large', ...limits, pricing, cost: null }
  const large = { model_id: 'acme/large', model: fields, route }

  it('publishes models and prices at a multiple of what the provider charges, all or none', async () => {
    await ask('POST', '/connect', { key: KEY })
    const known = (await discover()).find(({ served_as }) => served_as === 'openai/gpt-4.1')
    const prices = [{ route_id: known?.route_id, pricing: known?.pricing }]
    const publish = (json: object) => ask('POST', '/models', { factor: 1.2, ...json })
    const versions = async () => (await read('openai/gpt-4.1')).routes[0]?.prices
    const before = await versions()
    const none = { models: [large], prices: [...prices, { route_id: 'route_no', pricing }] }
    expect((await publish(none)).status).toBe(404)
    expect((await ask('GET', '/models/acme/large')).status).toBe(404)
    expect(await versions()).toEqual(before)

    const { status, body } = await publish({ models: [large], prices })
    expect({ status, body }).toEqual({ status: 201, body: { added: ['acme/large'], priced: 1 } })
    expect((await read('acme/large')).routes[0]?.prices).toMatchObject([
      { pricing: { prompt: '0.0000036', completion: '0.0000072' }, cost: pricing },
    ])
    expect((await versions())?.[0]).toMatchObject({
      cost: known?.pricing,
      source: 'operator',
      state: 'in_force',
    })
    const actions = (await history()).map(({ action }) => action)
    expect(actions.slice(0, 2)).toEqual(['route.add_price', 'model.add'])
    // What the provider charges stays the same, however often it is multiplied.
    expect((await discover()).find(({ route_id }) => route_id === known?.route_id)?.pricing).toEqual(
      known?.pricing,
    )
    expect((await publish({})).status).toBe(400)
  })
})

describe('the first setup', () => {
  const setup = async () => OverviewReply.parse((await ask('GET', '/overview')).body).setup
  const done = async () => (await setup()).steps.flatMap(({ id, is_done }) => (is_done ? [id] : []))

  it('shows what is done, remembers what an operator marked, and is dismissed for good', async () => {
    expect(await setup()).toMatchObject({ is_dismissed: false })
    expect(await done()).toEqual([])
    await ask('POST', '/connect', { key: KEY })
    expect(await done()).toEqual(['provider', 'models'])
    await ask('PATCH', '/setup', { done: 'prices' })
    expect((await ask('PATCH', '/setup', { done: 'payment' })).body).toEqual(await setup())
    await ask('PATCH', '/settings', { set: { SIGN_UP: 'off' } })
    expect(await done()).toEqual(['provider', 'models', 'prices', 'sign_up', 'payment'])
    await ask('PATCH', '/setup', { is_dismissed: true })
    expect(await setup()).toMatchObject({ is_dismissed: true })
    await ask('PATCH', '/settings', { reset: ['SIGN_UP'] })
    expect((await ask('PATCH', '/setup', { done: 'nothing' })).status).toBe(400)
  })
})

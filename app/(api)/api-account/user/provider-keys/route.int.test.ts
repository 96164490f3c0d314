import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as completions from '@/app/(api)/v1/chat/completions/route'
import * as embeddings from '@/app/(api)/v1/embeddings/route'
import * as messages from '@/app/(api)/v1/messages/route'
import * as models from '@/app/(api)/v1/models/route'
import { newCustomer } from '@/app/(api)/v1/testing/new-customer'
import * as generation from '@/app/(api)/v1/videos/generations/[id]/route'
import * as generations from '@/app/(api)/v1/videos/generations/route'
import { createKey } from '@/lib/account/api-keys/keys'
import { OwnKeyRecord } from '@/lib/catalog/credentials/schema'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { findRouteHealth } from '@/lib/gateway/routing/route-health'
import { openDoors } from '@/lib/http/testing'
import { CreatedVideo } from '@/lib/media/videos/schema'
import { openStage, play, rowOf, turnOf } from '@/lib/media/videos/testing/stage'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { csvOf } from '@/lib/money/usage/testing'
import { resealAll } from '@/lib/operator/admin/reseal'
import { pool, prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { googleTasks } from '@/lib/upstream/adapters/ai-sdk/testing/videos-at'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { startKeyedUpstream } from '@/lib/upstream/testing/keyed-upstream'
import * as one from './[id]/route'
import * as test from './[id]/test/route'
import * as keys from './route'

const upstream = await startKeyedUpstream()
const { accept, keysAsked } = upstream
process.env.OPENAI_BASE_URL = upstream.baseUrl
process.env.GEMINI_BASE_URL = `${upstream.origin}/v1beta`
env().OUTBOUND_ALLOW = '127.0.0.1'
const closeStage = await openStage()
const base = '/api-account/user/provider-keys'
const { call, close } = await openDoors({
  [base]: keys,
  [`${base}/[id]`]: one,
  [`${base}/[id]/test`]: test,
  '/v1/chat/completions': completions,
  '/v1/embeddings': embeddings,
  '/v1/messages': messages,
  '/v1/models': models,
  '/v1/videos/generations': generations,
  '/v1/videos/generations/[id]': generation,
})
const MODEL = 'openai/gpt-4.1-mini'
const OURS = 'sk-installation-00000-0001'
const OWN = 'sk-of-the-customer-00-0002'
/** 12 tokens in and 3 out of $0.40 and $1.60 a million. */
const FULL = '0.000009600'
const FEE = '0.000000480'

type Customer = Awaited<ReturnType<typeof newCustomer>> & { admin: string }

async function newAccount(usd?: string): Promise<Customer> {
  const customer = await newCustomer(usd)
  const scopes = ['account:read', 'account:write'] as const
  return { ...customer, admin: (await createKey(customer.owner, { name: 'admin', scopes: [...scopes] })).key }
}

const bring = async ({ admin }: Customer, differs: object = {}) =>
  OwnKeyRecord.parse(
    (await call('POST', base, { key: admin, json: { provider: 'openai', key: OWN, ...differs } })).body,
  )
const chat = ({ key }: Customer, json: object = {}) =>
  call('POST', '/v1/chat/completions', {
    key,
    json: { model: MODEL, messages: [{ role: 'user', content: 'Hi' }], ...json },
  })
const list = async ({ admin }: Customer) => (await call('GET', base, { key: admin })).body
const idsOf = async ({ key }: Customer) => JSON.stringify((await call('GET', '/v1/models', { key })).body)

async function connectOurs(key: string | undefined): Promise<void> {
  if (key === undefined) delete process.env.OPENAI_API_KEY
  else process.env.OPENAI_API_KEY = key
  await loadCatalog()
}

let customer: Customer
beforeEach(async () => {
  await connectOurs(undefined)
  accept({ [OURS]: 'ok', [OWN]: 'ok' })
  upstream.requests.length = 0
  customer = await newAccount()
})

afterAll(async () => {
  close()
  await upstream.stop()
  await closeStage()
})

describe('a key of one’s own', () => {
  it('is shown by its last four characters, tested by a real call, switched and removed', async () => {
    const made = await bring(customer)
    expect(made).toMatchObject({
      provider: { id: 'openai', name: 'OpenAI' },
      last_four: '0002',
      allow_fallback: false,
      refused_at: null,
      is_readable: true,
    })
    expect(await list(customer)).toMatchObject({
      data: [made],
      providers: expect.arrayContaining([{ id: 'openai', name: 'OpenAI', key_form: null }]),
      fee_rate: '0.05',
    })
    const path = `${base}/${made.id}`
    expect(await call('POST', `${path}/test`, { key: customer.admin })).toMatchObject({
      status: 200,
      body: { result: 'ok', model_count: 2 },
    })
    accept({})
    expect((await call('POST', `${path}/test`, { key: customer.admin })).body).toMatchObject({
      result: 'failed',
      is_key_refused: true,
    })
    expect(keysAsked()).toEqual(['0002', '0002'])
    const changed = await call('PATCH', path, { key: customer.admin, json: { allow_fallback: true } })
    expect(changed).toMatchObject({
      status: 200,
      body: { allow_fallback: true, refused_at: expect.any(String) },
    })
    expect(await call('DELETE', path, { key: customer.admin })).toMatchObject({
      status: 200,
      body: { id: made.id, deleted: true },
    })
    expect(await list(customer)).toMatchObject({ data: [] })
  })

  it('is found nowhere in clear, and is sealed anew with everything else', async () => {
    await bring(customer)
    const { body } = await chat(customer)
    expect(JSON.stringify([body, await list(customer), await customer.rows()])).not.toContain(OWN)
    const { rows } = await pool.query('SELECT k::text AS text FROM customer_provider_keys k')
    const hex = Buffer.from(OWN).toString('hex')
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${OWN}|${hex}`))
    expect(await resealAll()).toContainEqual({
      table: 'customer_provider_keys',
      column: 'sealed',
      resealed: 0,
      lost: 0,
    })
  })

  it('serves its owner alone, also at a provider that the installation has no key for', async () => {
    const neighbour = await newAccount()
    await bring(customer)
    expect(await idsOf(customer)).toContain(MODEL)
    expect(await idsOf(neighbour)).not.toContain(MODEL)
    expect((await chat(neighbour)).status).toBe(404)
    expect(upstream.requests).toEqual([])
    expect((await chat(customer)).status).toBe(200)
    expect(keysAsked()).toEqual(['0002'])
    const [{ id } = { id: '' }] = await prisma.customerProviderKey.findMany({
      where: { customerId: customer.owner.customerId },
    })
    for (const method of ['PATCH', 'DELETE'])
      expect(
        (await call(method, `${base}/${id}`, { key: neighbour.admin, json: { allow_fallback: true } }))
          .status,
      ).toBe(404)
    expect((await call('POST', `${base}/${id}/test`, { key: neighbour.admin })).status).toBe(404)
    await call('DELETE', `${base}/${id}`, { key: customer.admin })
    expect((await chat(customer)).status).toBe(404)
  })

  it('costs the platform fee alone, and usage says so', async () => {
    await connectOurs(OURS)
    const poor = await newAccount('0.01')
    // The longest answer would have to be held for: more than there is, but for the fee.
    expect((await chat(poor)).status).toBe(402)
    await bring(poor)
    expect(await chat(poor)).toMatchObject({ status: 200, body: { usage: { cost: 4.8e-7 } } })
    expect(keysAsked()).toEqual(['0002'])
    const [row] = await poor.rows()
    expect(row).toMatchObject({
      own_key: true,
      cost: FEE,
      provider: 'openai',
      bill: {
        own_key: true,
        total: FEE,
        lines: [{ unit_price: '0.00000002' }, { unit_price: '0.00000008' }],
      },
    })
    expect(await csvOf(poor.owner)).toMatch(
      /,own_key,end_user,tags,member_id,member_name,project_id,project_name\r\n.*,true,,,,,,\r\n/,
    )
    await chat(customer)
    expect(await customer.rows()).toMatchObject([{ own_key: false, cost: FULL, bill: { own_key: false } }])
    expect(await checkLedger()).toBe(0)
  })

  it('serves streams, messages and embeddings', async () => {
    await bring(customer)
    upstream.answer((res, req) => {
      if (req.url?.endsWith('/embeddings'))
        return answerWith.json(200, {
          object: 'list',
          data: [{ object: 'embedding', index: 0, embedding: [0.1, 0.2] }],
          usage: { prompt_tokens: 1000, total_tokens: 1000 },
        })(res, req)
      return answerWith.json(200, {
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
      })(res, req)
    })
    const { key } = customer
    const input = 'x '.repeat(1000)
    await call('POST', '/v1/embeddings', { key, json: { model: 'openai/text-embedding-3-small', input } })
    const asked = { model: MODEL, max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] }
    expect((await call('POST', '/v1/messages', { key, json: asked })).status).toBe(200)
    expect(keysAsked()).toEqual(['0002', '0002'])
    expect(await customer.rows()).toMatchObject([
      { own_key: true, cost: FEE },
      { own_key: true, cost: '0.000001' },
    ])
  })
})

describe('a key of one’s own that the provider refuses', () => {
  it('ends the request with an error that says so; nobody else’s way is worse for it', async () => {
    await connectOurs(OURS)
    accept({ [OURS]: 'ok' })
    await bring(customer)
    for (let count = 0; count < 4; count++)
      expect(await chat(customer)).toMatchObject({
        status: 403,
        body: { error: { code: 'provider_key_refused', message: expect.stringContaining('your API key') } },
      })
    expect(new Set(keysAsked())).toEqual(new Set(['0002']))
    const rows = await customer.rows()
    expect(rows[0]).toMatchObject({ status: 'failed', own_key: true, cost: '0.000000', provider: 'openai' })
    const neighbour = await newAccount()
    expect((await chat(neighbour)).status).toBe(200)
    const route = await prisma.route.findFirstOrThrow({
      where: { modelId: MODEL, providerId: 'openai' },
    })
    expect(findRouteHealth(route.id)?.breaker.state ?? 'closed').toBe('closed')
    const tallies = await prisma.trafficTally.findMany({ where: { providerId: 'openai', modelId: MODEL } })
    expect(
      tallies.reduce((sum, { failed, refused, failedTries }) => sum + failed + refused + failedTries, 0),
    ).toBe(0)
    await expect
      .poll(() => prisma.customerProviderKey.count({ where: { refusedAt: { not: null } } }))
      .toBeGreaterThan(0)
  })

  it('says also that it is the key’s own limit', async () => {
    accept({ [OWN]: 'limited' })
    await bring(customer)
    expect(await chat(customer)).toMatchObject({
      status: 429,
      body: { error: { message: 'The provider "openai" rate limits your API key.' } },
    })
  })

  it('gives way to the installation’s at the full price where its owner allows that', async () => {
    await connectOurs(OURS)
    accept({ [OURS]: 'ok' })
    await bring(customer, { allow_fallback: true })
    expect((await chat(customer)).status).toBe(200)
    expect(keysAsked()).toEqual(['0002', '0001'])
    expect(await customer.rows()).toMatchObject([
      {
        own_key: false,
        cost: FULL,
        attempts: [
          { code: 'provider_key_refused', own_key: true },
          { code: null, own_key: false },
        ],
      },
    ])
  })
})

it('a video is followed with the key that began it, and costs the fee', async () => {
  const link = `${upstream.origin}/v1beta/files/abc:download?alt=media`
  const state = { task: googleTasks.running as unknown }
  upstream.answer((res, req) => {
    if (req.method === 'POST') return answerWith.json(200, googleTasks.started)(res, req)
    if (!req.url?.includes('/files/')) return answerWith.json(200, state.task)(res, req)
    res.writeHead(200, { 'content-type': 'video/mp4' }).end('a film')
  })
  await bring(customer, { provider: 'google' })
  const json = { model: 'google/veo-3.1-fast', prompt: 'A boat', resolution: '1080p', ratio: '9:16' }
  const { body } = await call('POST', '/v1/videos/generations', { key: customer.key, json })
  const { id } = CreatedVideo.parse(body)
  expect(await customer.balance()).toMatchObject({ held: '0.048000' })
  await turnOf(id)
  process.env.GEMINI_API_KEY = OURS
  await loadCatalog()
  try {
    await turnOf(id)
    state.task = googleTasks.succeeded(link)
    await play(id)
  } finally {
    delete process.env.GEMINI_API_KEY
  }
  const asked = upstream.requests.map(({ headers }) => headers['x-goog-api-key'])
  expect(new Set(asked)).toEqual(new Set([OWN]))
  expect((await rowOf(id)).status).toBe('completed')
  expect(await customer.rows()).toMatchObject([{ own_key: true, cost: '0.048000', task_id: id }])
  expect(await checkLedger()).toBe(0)
})

describe('the endpoints', () => {
  it.each([
    [{ provider: 'sandbox', key: OWN }, 'provider'],
    [{ provider: 'nobody', key: OWN }, 'provider'],
    [{ provider: 'openai', key: 'short' }, 'key'],
    [{ provider: 'openai', key: OWN, base_url: 'https://example.com' }, 'base_url'],
  ])('%j is a 400 that names %s', async (json, param) => {
    const answer = await call('POST', base, { key: customer.admin, json })
    expect(answer).toMatchObject({ status: 400, body: { error: { param } } })
  })

  it('find nothing that is not there', async () => {
    const { admin: key } = customer
    expect((await call('DELETE', `${base}/pkey_none`, { key })).status).toBe(404)
    expect((await call('PATCH', `${base}/x`, { key, json: { allow_fallback: true } })).status).toBe(404)
  })
})

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as operatorKeys from '@/app/(api)/api-account/admin/providers/[id]/keys/route'
import * as providers from '@/app/(api)/api-account/admin/providers/route'
import * as ownTest from '@/app/(api)/api-account/user/provider-keys/[id]/test/route'
import * as ownKeys from '@/app/(api)/api-account/user/provider-keys/route'
import * as completions from '@/app/(api)/v1/chat/completions/route'
import * as embeddings from '@/app/(api)/v1/embeddings/route'
import { newCustomer } from '@/app/(api)/v1/testing/new-customer'
import { createKey } from '@/lib/account/api-keys/keys'
import { OwnKeyList, OwnKeyRecord } from '@/lib/catalog/credentials/schema'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { openDoors } from '@/lib/http/testing'
import { OperatorProvider } from '@/lib/operator/admin/catalog-schema'
import { pool, prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { startFaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { newPerson } from './admin/testing'

const upstream = await startFaultUpstream()
env().OUTBOUND_ALLOW = '127.0.0.1'
process.env.AZURE_BASE_URL = `${upstream.origin}/openai/v1`
process.env.BEDROCK_BASE_URL = upstream.origin
process.env.AZURE_AUTHORITY_HOST = upstream.origin
await startJobs({ scheduled: [], queued: [] }, false)
const ADMIN = '/api-account/admin/providers'
const OWN = '/api-account/user/provider-keys'
const { call, door, close } = await openDoors({
  [ADMIN]: providers,
  [`${ADMIN}/[id]/keys`]: operatorKeys,
  [OWN]: ownKeys,
  [`${OWN}/[id]/test`]: ownTest,
  '/v1/chat/completions': completions,
  '/v1/embeddings': embeddings,
})
const operator = await newPerson({ isOperator: true })

const SECRET = 'entra~client~secret~of~acme'
const entra = {
  endpoint: 'https://acme.openai.azure.com',
  tenant_id: 'tenant-1',
  client_id: 'app-1',
  client_secret: SECRET,
}
/** As Azure streams, with its first chunk about the prompt's filters (vercel/ai, packages/azure, Apache-2.0). */
const STREAM = [
  'data: {"choices":[],"created":0,"id":"","model":"","object":"","prompt_filter_results":[{"prompt_index":0,"content_filter_results":{}}]}\n\n',
  'data: {"choices":[{"content_filter_results":{},"delta":{"content":"Grüße"},"finish_reason":null,"index":0}],"id":"1","object":"chat.completion.chunk"}\n\n',
  'data: {"choices":[{"delta":{},"finish_reason":"stop","index":0}],"id":"1","object":"chat.completion.chunk"}\n\n',
  'data: {"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":3,"total_tokens":15}}\n\n',
  'data: [DONE]\n\n',
]
const COMPLETION = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
}

/** Tokens, lists of models and answers, as the clouds give them. */
function answerAsClouds(): void {
  upstream.answer((res, req) => {
    const { url = '' } = req
    const isStream = upstream.requests.at(-1)?.body.includes('"stream":true')
    if (url.endsWith('/token'))
      return answerWith.json(200, { access_token: 'eyJ.token', expires_in: 3600 })(res, req)
    if (url.includes('/models')) return answerWith.json(200, { data: [{ id: 'gpt-4.1-mini' }] })(res, req)
    if (url.endsWith('/converse'))
      return answerWith.json(200, {
        output: { message: { role: 'assistant', content: [{ text: 'Hi' }] } },
        usage: { inputTokens: 12, outputTokens: 3, totalTokens: 15 },
        stopReason: 'end_turn',
      })(res, req)
    return isStream ? answerWith.events(...STREAM)(res, req) : answerWith.json(200, COMPLETION)(res, req)
  })
}

beforeEach(() => {
  upstream.requests.length = 0
  answerAsClouds()
})

afterEach(async () => {
  await prisma.providerKey.deleteMany()
  await prisma.customerProviderKey.deleteMany()
  await loadCatalog()
})

afterAll(async () => {
  close()
  await stopJobs()
  await upstream.stop()
})

const CHAT = { model: 'openai/gpt-4.1-mini', messages: [{ role: 'user', content: 'Hi' }] }
const chat = (key: string, json: object = {}) =>
  call('POST', '/v1/chat/completions', {
    headers: { authorization: `Bearer ${key}` },
    json: { ...CHAT, ...json },
  })
const add = (provider: string, key: unknown) =>
  call('POST', `${ADMIN}/${provider}/keys`, { headers: { cookie: operator.cookie }, json: { key } })
const asked = () => upstream.requests.map(({ path }) => path)

async function dump(): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(
    'SELECT t::text AS text FROM provider_keys t UNION ALL SELECT t::text FROM audit_entries t UNION ALL SELECT t::text FROM customer_provider_keys t',
  )
  return rows.map(({ text }) => text).join('\n')
}

describe('a key of several fields, by the operator', () => {
  it('is sealed, shown by its ending, and exchanged for one token that serves all requests', async () => {
    const added = await add('azure', entra)
    expect(added.status).toBe(201)
    const { keys, key_form } = OperatorProvider.parse(added.body)
    expect(key_form).toBe('azure')
    expect(keys).toMatchObject([{ last_four: 'acme', is_readable: true }])
    expect(JSON.stringify(added.body)).not.toContain(SECRET)
    const stored = await dump()
    for (const text of [SECRET, Buffer.from(SECRET).toString('hex'), 'client_secret'])
      expect(stored).not.toContain(text)

    const buyer = await newCustomer()
    const answers = await Promise.all([chat(buyer.key), chat(buyer.key), chat(buyer.key)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(asked().filter((path) => path.endsWith('/token'))).toEqual(['/tenant-1/oauth2/v2.0/token'])
    const calls = upstream.requests.filter(({ path }) => path === '/openai/v1/chat/completions')
    expect(calls).toHaveLength(3)
    for (const { headers, body } of calls) {
      expect(headers).toMatchObject({ authorization: 'Bearer eyJ.token' })
      expect(JSON.parse(body)).toMatchObject({ model: 'gpt-4.1-mini' })
    }
    expect((await buyer.rows())[0]).toMatchObject({ provider: 'azure', cost: '0.000009600' })
  })

  it.each<[string, unknown, string, RegExp]>([
    ['azure', { ...entra, endpoint: 'https://127.0.0.1' }, 'key.endpoint', /must be a URL such as/],
    ['azure', { endpoint: entra.endpoint }, 'key.api_key', /must be set, or all of/],
    ['azure', 'a-key-alone', 'key', /must be an object with the fields endpoint, api_key/],
    ['bedrock', { region: 'us-east-1', access_key_id: 'AKIA' }, 'key.secret_access_key', /must be set/],
    ['bedrock', { region: 'x', api_key: '12345678' }, 'key.region', /must be a region/],
    [
      'vertex',
      { service_account: '{"type":"authorized_user"}', region: 'global' },
      'key.service_account',
      /JSON file/,
    ],
    ['groq', { api_key: '12345678' }, 'key', /key/],
  ])('of %s that is not whole names the field', async (provider, key, param, message) => {
    const { status, body } = await add(provider, key)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { param, message: expect.stringMatching(message) } })
  })
})

describe('a customer’s own key of several fields', () => {
  const bring = async (provider: string, key: object) => {
    const customer = await newCustomer()
    const scopes = ['account:read' as const, 'account:write' as const]
    const admin = (await createKey(customer.owner, { name: 'admin', scopes })).key
    const made = await call('POST', OWN, { key: admin, json: { provider, key } })
    return { customer, admin, made }
  }

  it('is listed with its form, and tested', async () => {
    const { admin, made } = await bring('azure', { endpoint: entra.endpoint, api_key: 'azure-key-0001' })
    const { id, last_four } = OwnKeyRecord.parse(made.body)
    expect(last_four).toBe('0001')
    const { providers: all } = OwnKeyList.parse((await call('GET', OWN, { key: admin })).body)
    const formOf = (provider: string) => all.find((one) => one.id === provider)?.key_form
    expect(['azure', 'bedrock', 'vertex', 'openai'].map(formOf)).toEqual(['azure', 'aws', 'google', null])
    expect((await call('POST', `${OWN}/${id}/test`, { key: admin })).body).toMatchObject({
      result: 'ok',
      model_count: 1,
    })
    expect(upstream.requests.at(-1)).toMatchObject({
      path: '/openai/v1/models',
      headers: { 'api-key': 'azure-key-0001' },
    })
  })

  it('of an older version calls the deployment, whose stream comes through', async () => {
    const key = { endpoint: entra.endpoint, api_key: 'azure-key-0001', api_version: '2024-10-21' }
    const { customer } = await bring('azure', key)
    const response = await door('POST', '/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...CHAT, stream: true }),
    })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('"content":"Grüße"')
    expect(upstream.requests.at(-1)).toMatchObject({
      path: '/openai/deployments/gpt-4.1-mini/chat/completions?api-version=2024-10-21',
      headers: { 'api-key': 'azure-key-0001' },
    })
    expect(upstream.requests.at(-1)?.headers).not.toHaveProperty('authorization')
    expect((await customer.rows())[0]).toMatchObject({ own_key: true, prompt_tokens: 12 })
  })

  it('of AWS signs what is sent', async () => {
    const key = { region: 'eu-west-1', access_key_id: 'AKIAEXAMPLE', secret_access_key: 'the-secret-of-aws' }
    const { customer } = await bring('bedrock', key)
    const messages = [{ role: 'user', content: 'Half of 🌍: \ud83c' }]
    const { status } = await chat(customer.key, { model: 'amazon/nova-micro', messages })
    expect(status).toBe(200)
    const [sent] = upstream.requests
    expect(sent?.path).toBe('/model/amazon.nova-micro-v1%3A0/converse')
    expect(sent?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE\/\d{8}\/eu-west-1\/bedrock\/aws4_request, SignedHeaders=host;x-amz-date, /,
    )
    expect(await dump()).not.toContain('the-secret-of-aws')
  })
})

describe('embeddings', () => {
  it('with an input_type are refused where the model has none', async () => {
    const buyer = await newCustomer()
    await add('azure', { endpoint: entra.endpoint, api_key: 'azure-key-0001' })
    const { status, body } = await call('POST', '/v1/embeddings', {
      key: buyer.key,
      json: { model: 'openai/text-embedding-3-small', input: 'x', input_type: 'search_query' },
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { code: 'unsupported_parameter', param: 'input_type' } })
  })
})

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newCustomer } from '@/app/(api)/v1/testing/new-customer'
import { findModel, loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { OperatorProvider, OperatorProviderList } from '@/lib/operator/admin/catalog-schema'
import { AuditPage } from '@/lib/operator/admin/schema'
import { pool, prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { startKeyedUpstream } from '@/lib/upstream/testing/keyed-upstream'
import { asking, newPerson, openDoors } from './testing'

const upstream = await startKeyedUpstream()
const { accept, keysAsked } = upstream
process.env.OPENAI_BASE_URL = upstream.baseUrl
env().OUTBOUND_ALLOW = '127.0.0.1'
await startJobs({ scheduled: [], queued: [] }, false)
const { call, close } = await openDoors()
const operator = await newPerson({ isOperator: true })
const buyer = await newCustomer()
const MODEL = 'openai/gpt-4.1-mini'
const GOOD = 'sk-good-key-000000000-AAAA'
const OTHER = 'sk-other-key-00000000-BBBB'
const SECRET_HEADER = 'a-very-secret-tenant'

beforeEach(() => {
  accept({ [GOOD]: 'ok', [OTHER]: 'ok' })
  upstream.requests.length = 0
})

afterEach(async () => {
  await prisma.providerKey.deleteMany()
  await prisma.providerHeaders.deleteMany()
  await prisma.provider.deleteMany({ where: { source: 'operator' } })
  await prisma.auditEntry.deleteMany()
  await loadCatalog()
})

afterAll(async () => {
  delete process.env.OPENAI_BASE_URL
  close()
  await stopJobs()
  await upstream.stop()
})

/** All that the database has, as text. */
async function dump(): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables
      WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
  )
  const tables = await Promise.all(
    rows.map(({ name }) => pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`)),
  )
  return tables.flatMap((table) => table.rows.map(({ text }) => text)).join('\n')
}

const hex = (text: string) => Buffer.from(text).toString('hex')

describe('provider keys for operators', () => {
  const ask = asking(call, operator)
  const history = async () => AuditPage.parse((await ask('GET', '/audit')).body).items
  const read = async (id: string) =>
    OperatorProviderList.parse((await ask('GET', '/providers')).body).data.find((one) => one.id === id)
  const connect = async (key: string) =>
    OperatorProvider.parse((await ask('POST', '/providers/openai/keys', { key })).body)
  const complete = (session = 'one') =>
    call('POST', '/v1/chat/completions', {
      headers: { authorization: `Bearer ${buyer.key}`, 'x-session-id': session },
      json: { model: MODEL, messages: [{ role: 'user', content: 'Hi' }] },
    })

  it('uses a key immediately, until it is removed', async () => {
    expect(findModel(MODEL)).toBeUndefined()
    expect(await read('openai')).toMatchObject({ is_configured: false, keys: [], status: 'disabled' })
    const { status, body } = await ask('POST', '/providers/openai/keys', { key: GOOD })
    expect(status).toBe(201)
    const connected = OperatorProvider.parse(body)
    expect(connected).toMatchObject({
      is_configured: true,
      status: 'operational',
      key: { variable: 'OPENAI_API_KEY', is_set: false },
      keys: [{ last_four: 'AAAA', refused_at: null, is_readable: true }],
    })
    expect((await call('GET', '/providers')).body).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id: 'openai' })]),
    })
    expect(await complete()).toMatchObject({ status: 200, body: { usage: { total_tokens: 15 } } })
    expect(keysAsked()).toEqual(['AAAA'])

    const id = connected.keys[0]?.id
    const replaced = await ask('PUT', `/providers/openai/keys/${id}`, { key: OTHER })
    expect(replaced).toMatchObject({ status: 200, body: { keys: [{ last_four: 'BBBB' }] } })
    await complete()
    expect(keysAsked()).toEqual(['AAAA', 'BBBB'])
    const second = OperatorProvider.parse(replaced.body).keys[0]?.id
    expect(await ask('DELETE', `/providers/openai/keys/${second}`)).toMatchObject({
      status: 200,
      body: { keys: [], is_configured: false },
    })
    expect((await complete()).status).toBe(404)
    expect((await history()).map(({ action, after }) => [action, after])).toEqual([
      ['provider.remove_key', { keys: [] }],
      ['provider.replace_key', { keys: [`${second} …BBBB`] }],
      ['provider.add_key', { keys: [`${id} …AAAA`] }],
    ])
  })

  it('takes precedence over the key from the environment, which is used again without it', async () => {
    process.env.OPENAI_API_KEY = OTHER
    try {
      await loadCatalog()
      expect(await read('openai')).toMatchObject({ is_configured: true, key: { is_set: true }, keys: [] })
      await complete()
      const { keys } = await connect(GOOD)
      await complete()
      await ask('DELETE', `/providers/openai/keys/${keys[0]?.id}`)
      await complete()
      expect(keysAsked()).toEqual(['BBBB', 'AAAA', 'BBBB'])
    } finally {
      delete process.env.OPENAI_API_KEY
    }
  })

  it('keeps a session at one of several; rate-limited and rejected ones are skipped unnoticed', async () => {
    await connect(GOOD)
    await connect(OTHER)
    for (let count = 0; count < 4; count++) expect((await complete()).status).toBe(200)
    expect(new Set(keysAsked()).size).toBe(1)
    const completeMany = async () => {
      upstream.requests.length = 0
      for (let count = 0; count < 24; count++) expect((await complete(`session ${count}`)).status).toBe(200)
    }
    await completeMany()
    expect(new Set(keysAsked())).toEqual(new Set(['AAAA', 'BBBB']))

    accept({ [GOOD]: 'limited', [OTHER]: 'ok' })
    await completeMany()
    expect(keysAsked().filter((key) => key === 'AAAA')).toHaveLength(1)

    accept({ [GOOD]: 'ok' })
    expect((await complete()).status).toBe(429)
    const refused = async () => (await read('openai'))?.keys.map(({ refused_at }) => refused_at !== null)
    await expect.poll(refused).toEqual([false, true])
    expect((await ask('GET', '/overview')).body).toMatchObject({
      attention: expect.arrayContaining([
        expect.objectContaining({ subject: 'openai', title: 'OpenAI rejects 1 of 2 keys' }),
      ]),
    })
    accept({ [GOOD]: 'ok', [OTHER]: 'ok' })
    const id = (await read('openai'))?.keys[1]?.id
    expect((await ask('POST', '/providers/openai/test', { key_id: id })).body).toMatchObject({ result: 'ok' })
    expect(await refused()).toEqual([false, false])
    expect((await complete()).status).toBe(200)
  })

  it('tests a key with a real call, and returns the result and duration', async () => {
    const { keys } = await connect(GOOD)
    expect(await ask('POST', '/providers/openai/test', { key_id: keys[0]?.id })).toEqual(
      expect.objectContaining({
        status: 200,
        body: {
          result: 'ok',
          is_key_refused: false,
          model_count: 2,
          status: null,
          problem: null,
          latency_ms: expect.any(Number),
        },
      }),
    )
    expect(upstream.requests).toMatchObject([{ method: 'GET', path: '/v1/models' }])
    accept({})
    expect((await ask('POST', '/providers/openai/test', { key_id: keys[0]?.id })).body).toMatchObject({
      result: 'failed',
      is_key_refused: true,
      model_count: null,
      status: 401,
      problem: 'key rejected (401)',
    })
    expect((await read('openai'))?.keys[0]?.refused_at).toEqual(expect.any(String))
    upstream.answer(answerWith.json(404, {}))
    expect((await ask('POST', '/providers/openai/test', { key_id: keys[0]?.id })).body).toMatchObject({
      result: 'untestable',
      status: 404,
    })
    expect((await read('openai'))?.keys[0]?.refused_at).toEqual(expect.any(String))
    upstream.answer(answerWith.text(200, 'text/html', '<html>'))
    expect((await ask('POST', '/providers/openai/test', { key_id: keys[0]?.id })).body).toMatchObject({
      result: 'failed',
      is_key_refused: false,
      problem: 'invalid response (200)',
    })
    expect(await ask('POST', '/providers/sandbox/test', { key_id: null })).toMatchObject({
      status: 200,
      body: { result: 'untestable' },
    })
  })

  it('adds, changes and removes a custom provider', async () => {
    const name = 'Acme'
    const made = { name, kind: 'openai-compatible', base_url: `${upstream.baseUrl}/` }
    const headers = { 'X-Tenant': SECRET_HEADER }
    const { status, body } = await ask('POST', '/providers', { ...made, key: GOOD, headers })
    const id = 'acme'
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        id,
        name,
        source: 'operator',
        kind: 'openai-compatible',
        base_url: upstream.baseUrl,
        key: null,
        is_configured: true,
        headers: ['X-Tenant'],
        keys: [{ last_four: 'AAAA' }],
      },
    })
    await ask('POST', `/providers/${id}/test`, { key_id: null })
    expect(upstream.requests[0]?.headers).toMatchObject({
      'x-tenant': SECRET_HEADER,
      authorization: `Bearer ${GOOD}`,
    })
    expect(await ask('POST', '/providers', made)).toMatchObject({
      status: 400,
      body: { error: { param: 'id' } },
    })
    expect(await ask('PUT', `/providers/${id}`, { ...made, name: 'Other' })).toMatchObject({
      status: 200,
      body: { name: 'Other', headers: ['X-Tenant'] },
    })
    expect(await ask('PUT', `/providers/${id}`, { ...made, headers: {} })).toMatchObject({
      body: { headers: [] },
    })
    expect(await ask('DELETE', `/providers/${id}`)).toMatchObject({
      status: 200,
      body: { id, removed: true },
    })
    expect(await prisma.providerKey.count({ where: { providerId: id } })).toBe(0)
    expect((await ask('POST', '/providers', made)).status).toBe(201)
    const umlaut = await ask('POST', '/providers', { ...made, name: 'Zürich' })
    expect(umlaut.body).toMatchObject({ id: 'zurich' })
  })

  it('refuses invalid requests: 400, and unknown ids: 404', async () => {
    const { keys } = await connect(GOOD)
    const own = { name: 'Acme', kind: 'openai-compatible', base_url: 'https://api.acme.example/v1' }
    const wrong: [string, string, unknown, string][] = [
      ['POST', '/providers/openai/keys', {}, 'key'],
      ['POST', '/providers/openai/keys', { key: 'short' }, 'key'],
      ['POST', '/providers/openai/keys', { key: 'with a space in it' }, 'key'],
      ['POST', '/providers', { ...own, kind: 'sandbox' }, 'kind'],
      ['POST', '/providers', { ...own, name: '…' }, 'name'],
      ['POST', '/providers', { ...own, base_url: 'https://10.0.0.1/v1' }, 'base_url'],
      ['POST', '/providers', { ...own, base_url: 'http://api.acme.example/v1' }, 'base_url'],
      ['POST', '/providers', { ...own, base_url: 'https://169.254.169.254/v1' }, 'base_url'],
      ['POST', '/providers', { ...own, headers: { 'content-length': '1' } }, 'headers'],
      ['POST', '/providers', { ...own, headers: { 'x-a': 'b\nc' } }, 'headers.x-a'],
      ['POST', '/providers/anthropic/test', { key_id: null }, 'key_id'],
    ]
    expect(await ask('POST', '/providers', { ...own, headers: { Host: 'acme.example' } })).toMatchObject({
      body: { error: { message: 'headers.Host must not be a header of the connection itself.' } },
    })
    for (const [method, path, json, param] of wrong)
      expect(await ask(method, path, json), `${path} ${JSON.stringify(json)}`).toMatchObject({
        status: 400,
        body: { error: { type: 'invalid_request_error', param: expect.stringContaining(param) } },
      })
    const missing: [string, string, unknown][] = [
      ['POST', '/providers/nobody/keys', { key: GOOD }],
      ['PUT', '/providers/openai/keys/pkey_no', { key: GOOD }],
      ['DELETE', '/providers/openai/keys/pkey_no', undefined],
      ['DELETE', `/providers/anthropic/keys/${keys[0]?.id}`, undefined],
      ['PUT', '/providers/openai', own],
      ['DELETE', '/providers/openai', undefined],
      ['POST', '/providers/nobody/test', { key_id: null }],
      ['POST', '/providers/openai/test', { key_id: 'pkey_no' }],
    ]
    for (const [method, path, json] of missing)
      expect(await ask(method, path, json), path).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      })
  })

  it('adds no key while anyone may use the demo account: 409', async () => {
    Object.assign(env(), { demo: true, isExposed: true })
    expect(await ask('POST', '/providers/openai/keys', { key: GOOD })).toMatchObject({
      status: 409,
      body: { error: { code: 'demo_is_open' } },
    })
    Object.assign(env(), { demo: false, isExposed: false })
  })

  it('never shows a key: not in the database, the audit log or a response', async () => {
    const answers = [
      await connect(GOOD),
      await ask('POST', '/providers', {
        name: 'Sealed',
        kind: 'openai-compatible',
        base_url: upstream.baseUrl,
        key: OTHER,
        headers: { 'X-Tenant': SECRET_HEADER },
      }),
      await ask('GET', '/providers'),
      await ask('GET', '/audit'),
      await ask('GET', '/overview'),
      await ask('POST', '/providers/openai/test', { key_id: null }),
    ]
    const everything = `${await dump()}\n${JSON.stringify(answers)}`
    expect(everything).toContain('provider.add_key')
    for (const secret of [GOOD, OTHER, SECRET_HEADER]) {
      expect(everything).not.toContain(secret)
      expect(everything).not.toContain(hex(secret))
    }
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiKeyList, CreatedApiKey } from '@/lib/account/api-keys/schema'
import { grantCredit } from '@/lib/money/ledger/balance'
import { hold, settle } from '@/lib/money/ledger/ledger'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import { base, makeKey, newOwner, openDoors } from './testing'

const { call, close } = await openDoors()
afterAll(close)

let owner: Caller
let admin: string

beforeEach(async () => {
  ;({ owner, admin } = await newOwner())
})

const record = {
  id: expect.stringMatching(/^key_/),
  object: 'api_key',
  name: 'first',
  key_prefix: expect.stringMatching(/^sk-portico-\w{4}$/),
  last4: expect.stringMatching(/^\w{4}$/),
  status: 'active',
  owner: 'organization',
  project_id: null,
  scopes: ['inference'],
  default_models: { chat: null, image: null, video: null },
  routing: { order: [], allow_fallbacks: true, sort: null, models: [], zdr: false, data_collection: 'allow' },
  allowed_models: null,
  limit_usd: null,
  limit_reset: null,
  limit_remaining_usd: null,
  limit_resets_at: null,
  usage_usd: '0.000000',
  rate_limit_rpm: null,
  tags: {},
  rate_limit_tpm: null,
  max_concurrency: null,
  networks: null,
  created_at: expect.stringMatching(/^\d{4}-.*Z$/),
  updated_at: expect.stringMatching(/Z$/),
  last_used_at: null,
  expires_at: null,
  contents_until: null,
  previous_secret_expires_at: null,
  revoked_at: null,
}

describe('API keys', () => {
  const make = (json?: Record<string, unknown>) => makeKey(call, admin, json)

  it('creates with a name alone: 201, the whole record, and the secret once', async () => {
    const { status, body, headers } = await call('POST', base, { key: admin, json: { name: 'first' } })
    expect(status).toBe(201)
    expect(body).toEqual({ ...record, key: expect.stringMatching(/^sk-portico-[0-9A-Za-z]{49}$/) })
    expect(headers.get('x-request-id')).toMatch(/^req_/)
    const { body: listed } = await call('GET', base, { key: admin })
    expect(listed).toMatchObject({ object: 'list', data: [record, { name: 'admin' }] })
    expect(JSON.stringify(listed)).not.toContain('"key":')
    const { body: read } = await call('GET', `${base}/${CreatedApiKey.parse(body).id}`, { key: admin })
    expect(read).toEqual(record)
  })

  it('makes one key for one Idempotency-Key, and gives its secret again to a retry alone', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const ask = (json: object) => call('POST', base, { key: admin, json, headers })
    const [first, second] = await Promise.all([ask({ name: 'first' }), ask({ name: 'first' })])
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    const third = await ask({ name: 'first' })
    expect([third.headers.get('idempotent-replayed'), third.body]).toEqual(['true', first.body])
    expect(await ask({ name: 'other' })).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_key_conflict', param: 'Idempotency-Key' } },
    })
    const { data } = ApiKeyList.parse((await call('GET', base, { key: admin })).body)
    expect(data.map(({ name }) => name)).toEqual(['first', 'admin'])
    const { rows } = await pool.query('SELECT body FROM idempotency_records WHERE customer_id = $1', [
      owner.customerId,
    ])
    expect(String(rows[0].body)).not.toContain(CreatedApiKey.parse(first.body).key)

    const { id } = CreatedApiKey.parse(first.body)
    const rotate = () => call('POST', `${base}/${id}/rotate`, { key: admin, headers })
    const [rotated, again] = [await rotate(), await rotate()]
    expect(again.body).toEqual(rotated.body)
    expect(CreatedApiKey.parse(rotated.body).key).not.toBe(CreatedApiKey.parse(first.body).key)
  })

  it('lists by pages, newest first', async () => {
    for (const name of ['a', 'b', 'c']) await make({ name })
    const page = async (query: string) => {
      const { data, ...rest } = ApiKeyList.strict().parse(
        (await call('GET', base + query, { key: admin })).body,
      )
      return { names: data.map(({ name }) => name), ...rest }
    }
    expect(await page('')).toEqual({
      object: 'list',
      names: ['c', 'b', 'a', 'admin'],
      has_more: false,
      next_cursor: '',
    })
    const first = await page('?limit=3')
    expect(first).toMatchObject({ names: ['c', 'b', 'a'], has_more: true })
    expect(await page(`?limit=3&cursor=${first.next_cursor}`)).toMatchObject({
      names: ['admin'],
      has_more: false,
      next_cursor: '',
    })
    for (const [query, code, param] of [['?cursor=key_x', 'invalid_cursor', 'cursor']])
      expect(await call('GET', base + query, { key: admin })).toMatchObject({
        status: 400,
        body: { error: { code, param } },
      })
  })

  it('takes null for what is left open', async () => {
    const limits = { rate_limit_tpm: null, max_concurrency: null, networks: null }
    const open = {
      ...limits,
      scopes: null,
      status: null,
      routing: null,
      allowed_models: null,
      limit_usd: null,
    }
    const json = { name: 'first', ...open, limit_reset: null, rate_limit_rpm: null, expires_at: null }
    const { status, body } = await call('POST', base, { key: admin, json })
    expect({ status, body }).toEqual({ status: 201, body: { ...record, key: expect.any(String) } })
  })

  it('counts the characters of a name as people do', async () => {
    const name = '🔑'.repeat(100)
    expect(await make({ name })).toMatchObject({ name })
    expect(await call('POST', base, { key: admin, json: { name: `${name}a` } })).toMatchObject({
      status: 400,
      body: { error: { param: 'name', message: expect.stringContaining('at most 100 characters') } },
    })
  })

  it('creates with every field', async () => {
    const json = {
      name: 'full',
      scopes: ['inference', 'account:read'],
      status: 'disabled',
      routing: {
        order: ['sandbox'],
        allow_fallbacks: false,
        sort: 'latency',
        models: ['sandbox/chat-pro'],
        zdr: true,
        data_collection: 'deny',
      },
      allowed_models: ['sandbox/chat', 'sandbox/chat-pro'],
      limit_usd: 12.5,
      limit_reset: 'weekly',
      rate_limit_rpm: 30,
      rate_limit_tpm: 100_000,
      max_concurrency: 4,
      networks: ['192.0.2.7', '10.0.0.0/8', '2001:db8::/32', '2001:db8::1'],
      expires_at: '2999-01-01T00:00:00+02:00',
    }
    const { status, body } = await call('POST', base, { key: admin, json })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...json,
      limit_usd: '12.500000',
      limit_remaining_usd: '12.500000',
      limit_resets_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/),
      expires_at: '2998-12-31T22:00:00.000Z',
    })
  })

  it('changes what is given and leaves the rest; null clears', async () => {
    const { id } = await make({ name: 'first', limit_usd: '5', routing: { sort: 'price' } })
    const path = `${base}/${id}`
    const renamed = await call('PATCH', path, { key: admin, json: { name: 'second' } })
    expect(renamed).toMatchObject({ status: 200, body: { name: 'second', limit_usd: '5.000000' } })
    const routed = await call('PATCH', path, { key: admin, json: { routing: { order: ['sandbox'] } } })
    expect(routed.body).toMatchObject({
      routing: { order: ['sandbox'], allow_fallbacks: true, sort: 'price', models: [] },
    })
    const tight = await call('PATCH', path, { key: admin, json: { routing: { zdr: true } } })
    expect(tight.body).toMatchObject({
      routing: { order: ['sandbox'], zdr: true, data_collection: 'allow' },
    })
    const cleared = await call('PATCH', path, { key: admin, json: { limit_usd: null, routing: null } })
    expect(cleared.body).toEqual({ ...record, name: 'second' })
    const emptied = await call('PATCH', path, { key: admin, json: { allowed_models: [] } })
    expect(emptied.body).toMatchObject({ allowed_models: [] })
    expect((await call('PATCH', path, { key: admin, json: {} })).body).toMatchObject({ allowed_models: [] })
  })

  it('sets default models: those left out become null', async () => {
    const { id } = await make()
    const path = `${base}/${id}/default-models`
    const json = { chat: 'sandbox/chat', image: 'sandbox/image-1', video: 'sandbox/video' }
    expect(await call('PUT', path, { key: admin, json })).toMatchObject({
      status: 200,
      body: { id, default_models: json },
    })
    expect(
      (await call('PUT', path, { key: admin, json: { video: 'sandbox/video-fast' } })).body,
    ).toMatchObject({
      default_models: { chat: null, image: null, video: 'sandbox/video-fast' },
    })
  })

  it('rotates: the same record, a new secret, with or without a body', async () => {
    const { id, key } = await make()
    for (const options of [
      {},
      { json: {} },
      { json: { grace_seconds: 60 } },
      { json: { grace_seconds: null } },
    ]) {
      const { status, body } = await call('POST', `${base}/${id}/rotate`, { key: admin, ...options })
      expect(status).toBe(200)
      expect(body).toMatchObject({ id, object: 'api_key', name: 'first' })
      expect(CreatedApiKey.parse(body).key).not.toBe(key)
    }
  })

  it('revokes: the record is gone, a second time it is not found, and the key opens nothing', async () => {
    const { id, key } = await make({ name: 'first', scopes: ['account:read'] })
    expect((await call('GET', base, { key })).status).toBe(200)
    expect(await call('DELETE', `${base}/${id}`, { key: admin })).toMatchObject({
      status: 200,
      body: { id, object: 'api_key', deleted: true },
    })
    expect((await call('GET', base, { key })).status).toBe(401)
    for (const method of ['GET', 'DELETE'])
      expect((await call(method, `${base}/${id}`, { key: admin })).status).toBe(404)
    expect(JSON.stringify((await call('GET', base, { key: admin })).body)).not.toContain(id)
  })

  it('shows what was spent and what its limit still allows', async () => {
    const now = clock.now()
    vi.spyOn(clock, 'now').mockReturnValue(now) // one day
    const { id } = await make({ name: 'spender', limit_usd: '2', limit_reset: 'daily' })
    await grantCredit({
      customerId: owner.customerId,
      amountNanos: 10_000_000_000n,
      key: `test:${randomUUID()}`,
    })
    const period = new Date(new Date(now).setUTCHours(0, 0, 0, 0)).toISOString()
    const item = {
      customer_id: owner.customerId,
      api_key_id: id,
      amount: '700000000',
      limit: '2000000000',
      period,
    }
    const first = newId('hold')
    await hold({ id: first, ...item })
    // Responses do not wait for settlement, and the next read knows of it all the same.
    void settle({ id: first, cost: '500000001', owner: owner.customerId }, null)
    await hold({ id: newId('hold'), ...item })
    const spent = { usage_usd: '0.500000001', limit_remaining_usd: '0.799999999' }
    const { data } = ApiKeyList.parse((await call('GET', base, { key: admin })).body)
    expect(data.find((one) => one.id === id)).toMatchObject(spent)
    expect((await call('GET', `${base}/${id}`, { key: admin })).body).toMatchObject(spent)
    const lowered = await call('PATCH', `${base}/${id}`, { key: admin, json: { limit_usd: '0.1' } })
    expect(lowered.body).toMatchObject({ limit_usd: '0.100000', limit_remaining_usd: '0.000000' })
  })
})

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import { base, everything, makeKey, newOwner, openDoors } from './testing'

const { call, close } = await openDoors()
afterAll(close)

let admin: string
let stranger: string

beforeEach(async () => {
  ;({ admin } = await newOwner())
  ;({ admin: stranger } = await newOwner())
})

const notFound = (requestId: string | null) => ({
  error: {
    message: 'Not found.',
    type: 'invalid_request_error',
    param: null,
    code: 'not_found',
    request_id: requestId,
  },
})

describe('What API keys refuse', () => {
  const make = (json?: Record<string, unknown>) => makeKey(call, admin, json)

  it('answers a foreign key, a missing one and nonsense alike', async () => {
    const { id } = await make()
    const calls = (target: string, key: string) => [
      call('GET', `${base}/${target}`, { key }),
      call('PATCH', `${base}/${target}`, { key, json: { name: 'mine' } }),
      call('DELETE', `${base}/${target}`, { key }),
      call('PUT', `${base}/${target}/default-models`, { key, json: {} }),
      call('POST', `${base}/${target}/rotate`, { key, json: {} }),
    ]
    const answers = await Promise.all([
      ...calls(id, stranger),
      ...calls(newId('key'), admin),
      ...calls('%00', admin),
      ...calls('..%2F..', admin),
    ])
    for (const { status, body, headers } of answers) {
      expect(status).toBe(404)
      expect(body).toEqual(notFound(headers.get('x-request-id')))
    }
    expect((await call('GET', `${base}/${id}`, { key: admin })).body).toMatchObject({ id, name: 'first' })
    expect(JSON.stringify((await call('GET', base, { key: stranger })).body)).not.toContain(id)
  })

  it('lets no key make itself more than it is: 403', async () => {
    const { key: writer, id: writerId } = await make({ name: 'w', scopes: ['account:write'] })
    const { id: wideId } = await make({ name: 'wide', scopes: everything })
    const refused = { status: 403, body: { error: { code: 'insufficient_scope' } } }
    const attempts: [string, string, unknown][] = [
      ['POST', base, { name: 'x', scopes: everything }],
      ['PATCH', `${base}/${writerId}`, { scopes: ['account:write', 'account:read'] }],
      ['POST', `${base}/${wideId}/rotate`, {}],
    ]
    for (const [method, path, json] of attempts)
      expect(await call(method, path, { key: writer, json })).toMatchObject(refused)
    await call('PATCH', `${base}/${wideId}`, { key: writer, json: { status: 'disabled' } })
    expect(
      await call('PATCH', `${base}/${wideId}`, { key: writer, json: { status: 'active' } }),
    ).toMatchObject(refused)
    expect((await call('PATCH', `${base}/${wideId}`, { key: writer, json: { name: 'y' } })).status).toBe(200)
    const { id: overId } = await make({ name: 'over', scopes: everything })
    await prisma.apiKey.update({ where: { id: overId }, data: { expiresAt: new Date(0) } })
    for (const expires_at of [null, '2999-01-01T00:00:00Z'])
      expect(await call('PATCH', `${base}/${overId}`, { key: writer, json: { expires_at } })).toMatchObject(
        refused,
      )
  })

  it.each([
    { limit_usd: '1' },
    { allowed_models: ['sandbox/chat'] },
    { rate_limit_rpm: 5 },
    { rate_limit_tpm: 5 },
    { max_concurrency: 5 },
    { networks: ['0.0.0.0/0', '::/0'] },
    { expires_at: '2999-01-01T00:00:00Z' },
  ])('lets a key limited by %j hand out nothing: 403', async (limit) => {
    const { key: limited, id } = await make({ name: 'l', scopes: everything, ...limit })
    const refused = { status: 403, body: { error: { code: 'insufficient_scope' } } }
    expect(await call('POST', base, { key: limited, json: { name: 'x' } })).toMatchObject(refused)
    expect(await call('POST', `${base}/${id}/rotate`, { key: limited, json: {} })).toMatchObject(refused)
    const loosened = Object.fromEntries(Object.keys(limit).map((field) => [field, null]))
    expect(await call('PATCH', `${base}/${id}`, { key: limited, json: loosened })).toMatchObject(refused)
    expect((await call('PATCH', `${base}/${id}`, { key: limited, json: { name: 'y' } })).status).toBe(200)
    expect((await call('DELETE', `${base}/${id}`, { key: limited })).status).toBe(200)
  })

  it.each([
    ['name', 'missing_parameter', {}],
    ['name', 'invalid_parameter', { name: '' }],
    ['name', 'invalid_parameter', { name: 'a\u0000b' }],
    ['budget', 'invalid_parameter', { name: 'x', budget: 5 }],
    ['default_models', 'invalid_parameter', { name: 'x', default_models: {} }],
    ['routing.only', 'invalid_parameter', { name: 'x', routing: { only: [] } }],
    ['scopes[1]', 'invalid_parameter', { name: 'x', scopes: ['inference', 'root'] }],
    ['limit_usd', 'invalid_parameter', { name: 'x', limit_usd: '-5' }],
    ['limit_reset', 'invalid_parameter', { name: 'x', limit_reset: 'yearly' }],
    ['rate_limit_rpm', 'invalid_parameter', { name: 'x', rate_limit_rpm: 0 }],
    ['rate_limit_tpm', 'invalid_parameter', { name: 'x', rate_limit_tpm: 0 }],
    ['max_concurrency', 'invalid_parameter', { name: 'x', max_concurrency: '4' }],
    ['networks[1]', 'invalid_parameter', { name: 'x', networks: ['::1', '10.0.0.0/33'] }],
    ['expires_at', 'invalid_parameter', { name: 'x', expires_at: '2001-01-01T00:00:00Z' }],
    ['expires_at', 'invalid_parameter', { name: 'x', expires_at: '9999-12-31T23:59:59-01:00' }],
    ['allowed_models', 'invalid_parameter', { name: 'x', allowed_models: ['sandbox/chat', 'no/such'] }],
    ['routing.models', 'invalid_parameter', { name: 'x', routing: { models: ['no/such'] } }],
    ['routing.order', 'invalid_parameter', { name: 'x', routing: { order: ['nobody'] } }],
  ])('names %s in a request that is wrong: 400 %s', async (param, code, json) => {
    const refused = { status: 400, body: { error: { type: 'invalid_request_error', code, param } } }
    expect(await call('POST', base, { key: admin, json })).toMatchObject(refused)
    if (code === 'missing_parameter') return
    const { id } = await make()
    expect(await call('PATCH', `${base}/${id}`, { key: admin, json })).toMatchObject(refused)
  })

  it.each([
    ['chat', { chat: 'no/such' }],
    ['image', { image: 'sandbox/chat' }],
    ['video', { video: 7 }],
    ['audio', { audio: null }],
  ])('names %s in default models that are wrong: 400', async (param, json) => {
    const { id } = await make()
    expect(await call('PUT', `${base}/${id}/default-models`, { key: admin, json })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_parameter', param } },
    })
  })

  it('names a time that is too long: 400', async () => {
    const { id } = await make()
    expect(
      await call('POST', `${base}/${id}/rotate`, { key: admin, json: { grace_seconds: 604_801 } }),
    ).toMatchObject({ status: 400, body: { error: { param: 'grace_seconds' } } })
  })
})

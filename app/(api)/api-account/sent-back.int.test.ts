import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { asking, newPerson, openDoors, type Person } from './admin/testing'

/** What was read and is sent back as it was must be accepted, whatever rules are newer than it. */
const { call, close } = await openDoors()
afterAll(close)

let person: Person
beforeEach(async () => {
  person = await newPerson()
})

const Fields = z.record(z.string(), z.unknown())
const headers = () => ({ cookie: person.cookie })
const read = async (path: string) => Fields.parse((await call('GET', path, { headers: headers() })).body)

/** Each field that can be changed alone, and the whole record. */
async function sendBack(
  path: string,
  record: Record<string, unknown>,
  writable: readonly string[],
  method = 'PATCH',
) {
  for (const name of writable) {
    const { status, body } = await call(method, path, { headers: headers(), json: { [name]: record[name] } })
    expect([name, status, body]).toEqual([name, 200, expect.anything()])
  }
  const { status, body } = await call(method, path, { headers: headers(), json: record })
  expect([status, body]).toEqual([200, expect.anything()])
  return Fields.parse(body)
}

const user = '/api-account/user'

describe('a record sent back', () => {
  it('is accepted: an API key that has expired, with models, a provider and a name that would not be set today', async () => {
    vi.spyOn(clock, 'now').mockReturnValue(clock.now()) // its limit is reset daily
    const made = await call('POST', `${user}/api-keys`, {
      headers: headers(),
      json: {
        name: 'old',
        limit_usd: '5',
        limit_reset: 'daily',
        rate_limit_rpm: 7,
        max_concurrency: 2,
        networks: ['127.0.0.0/8'],
        scopes: null,
        status: null,
      },
    })
    const id = String(Fields.parse(made.body).id)
    const path = `${user}/api-keys/${id}`
    await prisma.apiKey.update({
      where: { id },
      data: {
        name: '\u200b',
        expiresAt: new Date('2026-01-01T00:00:00Z'),
        allowedModels: ['gone/model', 'sandbox/chat'],
        limitsModels: true,
        routing: { order: ['gone'], allow_fallbacks: true, sort: null, models: ['gone/model'] },
        defaultChatModel: 'gone/model',
      },
    })
    const record = await read(path)
    const writable = [
      'name',
      'scopes',
      'status',
      'routing',
      'allowed_models',
      'limit_usd',
      'limit_reset',
      'rate_limit_rpm',
      'rate_limit_tpm',
      'max_concurrency',
      'networks',
      'expires_at',
    ]
    const { updated_at: _, ...after } = await sendBack(path, record, writable)
    expect(record).toMatchObject(after)
    await sendBack(path, { ...record, expires_at: '2026-01-01T01:00:00+01:00' }, ['expires_at'])
    await sendBack(
      path,
      { ...record, allowed_models: ['gone/model'], routing: { order: ['gone'], sort: 'price' } },
      ['routing'],
    )
    const models = Fields.parse(record.default_models)
    await sendBack(`${path}/default-models`, models, [], 'PUT')
    for (const wrong of [
      { expires_at: '2026-01-02T00:00:00Z' },
      { name: '\u3164' },
      { allowed_models: ['no/such'] },
    ]) {
      const { status, body } = await call('PATCH', path, { headers: headers(), json: wrong })
      expect([status, body]).toMatchObject([400, { error: { param: Object.keys(wrong)[0] } }])
    }
    // Null leaves alone what cannot be empty.
    const { status, body } = await call('PATCH', path, {
      headers: headers(),
      json: { name: null, scopes: null, status: null },
    })
    expect([status, body]).toMatchObject([
      200,
      { name: record.name, scopes: record.scopes, status: 'active' },
    ])
  })

  it('is accepted: a webhook endpoint, and the URL of alerts, at an address that is not allowed any more', async () => {
    const made = await call('POST', `${user}/webhooks/endpoints`, {
      headers: headers(),
      json: { url: 'https://93.184.216.34/', events: ['balance.low'] },
    })
    const id = String(Fields.parse(made.body).id)
    await prisma.callbackEndpoint.update({ where: { id }, data: { url: 'http://10.0.0.1/' } })
    const list = z.object({ data: z.array(Fields) }).parse(await read(`${user}/webhooks/endpoints`))
    await sendBack(`${user}/webhooks/endpoints/${id}`, list.data[0] ?? {}, ['url', 'events', 'enabled'])
    await read(`${user}/webhooks`)
    await prisma.callbackSettings.updateMany({
      data: { alertUrl: 'http://10.0.0.1/' },
      where: { customerId: person.caller.customerId },
    })
    await sendBack(`${user}/webhooks`, await read(`${user}/webhooks`), ['alert_url'])
  })

  it('is accepted: profile, alerts, billing details', async () => {
    await sendBack(`${user}/profile`, await read(`${user}/profile`), ['name'])
    await sendBack(`${user}/alerts`, await read(`${user}/alerts`), ['low_balance', 'key_limits', 'email'])
    await sendBack(
      `${user}/billing/details`,
      await read(`${user}/billing/details`),
      ['name', 'country'],
      'PUT',
    )
    await sendBack(`${user}/billing/details`, { name: 'Zoe\u0301' }, [], 'PUT')
    expect(await read(`${user}/billing/details`)).toMatchObject({ name: 'Zoé', line1: '', country: '' })
  })

  it("is accepted: a model, a route and a provider of the operator's, and the settings", async () => {
    person = await newPerson({ isOperator: true })
    const ask = asking(call, person)
    const base = '/api-account/admin'
    const model = await read(`${base}/models/sandbox/chat`)
    await sendBack(`${base}/models/sandbox/chat`, model, [], 'PUT')
    const [route] = z.array(Fields).parse(model.routes)
    await sendBack(`${base}/routes/${route?.id}`, route ?? {}, [], 'PUT')
    const settings = z.object({ data: z.array(Fields) }).parse((await ask('GET', '/settings')).body)
    for (const { key, value } of settings.data) {
      if (value === null) continue
      const { status, body } = await ask('PATCH', '/settings', { set: { [String(key)]: value } })
      expect([key, status, body]).toEqual([key, 200, expect.anything()])
      await ask('PATCH', '/settings', { reset: [key] })
    }
  })
})

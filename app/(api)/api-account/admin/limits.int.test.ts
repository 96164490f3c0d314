import { afterAll, describe, expect, it } from 'vitest'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { findModel, loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { grantCredit } from '@/lib/money/ledger/balance'
import { AuditPage } from '@/lib/operator/admin/schema'
import { prisma } from '@/lib/platform/db'
import { asking, newPerson, openDoors } from './testing'

const { call, close } = await openDoors()
afterAll(close)
const operator = await newPerson({ isOperator: true, name: 'Olga Operator' })
const ask = asking(call, operator)

const chat = { model: 'sandbox/chat', messages: [{ role: 'user', content: '[[say:hello]]' }] }

describe('operators limit', () => {
  it('a model, for each customer: at once, across restarts, and recorded', async () => {
    const limits = { rate_limit_tpm: 5000, max_concurrency: 3 }
    const given = await ask('PATCH', '/models/sandbox/chat', limits)
    expect(given).toMatchObject({ status: 200, body: { id: 'sandbox/chat', enabled: true, ...limits } })
    await prisma.catalogSeed.deleteMany()
    await applySeed(undefined)
    await loadCatalog()
    expect(findModel('sandbox/chat')?.limits).toEqual({ tokens: 5000, concurrency: 3 })
    await ask('PATCH', '/models/sandbox/chat', { rate_limit_tpm: null })
    expect(findModel('sandbox/chat')?.limits).toEqual({ tokens: null, concurrency: 3 })
    await ask('PATCH', '/models/sandbox/chat', { max_concurrency: null })
    expect(findModel('sandbox/chat')?.limits).toBeUndefined()
    const audit = AuditPage.parse((await ask('GET', '/audit?subject_id=sandbox/chat')).body)
    expect(audit.items).toMatchObject([
      { action: 'model.limit', after: { rate_limit_tpm: null, max_concurrency: null } },
      { action: 'model.limit', before: limits },
      { action: 'model.limit', after: limits },
    ])
    expect(await ask('PATCH', '/models/sandbox/chat', { rate_limit_tpm: 0 })).toMatchObject({
      status: 400,
      body: { error: { param: 'rate_limit_tpm' } },
    })
    expect((await ask('PATCH', '/models/no/such', limits)).status).toBe(404)
  })

  it('a customer, at once, keys and console alike', async () => {
    const person = await newPerson()
    const { customerId } = person.caller
    await grantCredit({ customerId, amountNanos: 5_000_000_000n, key: `grant:${customerId}` })
    const headers = { cookie: person.cookie }
    const speaking = () => [
      call('POST', '/v1/chat/completions', { key: person.key, json: chat }),
      call('POST', '/v1/chat/completions', { headers, json: chat }),
    ]
    const statuses = async () => (await Promise.all(speaking())).map(({ status }) => status)
    expect(await statuses()).toEqual([200, 200])
    const limit = (json: object) => ask('PATCH', `/customers/${customerId}`, json)
    expect(await limit({ rate_limit_tpm: 10 })).toMatchObject({
      status: 200,
      body: { id: customerId, rate_limit_tpm: 10, max_concurrency: null },
    })
    expect(await statuses()).toEqual([429, 429])
    expect((await limit({ rate_limit_tpm: null, max_concurrency: 9 })).body).toMatchObject({
      max_concurrency: 9,
    })
    expect(await statuses()).toEqual([200, 200])
    const audit = AuditPage.parse((await ask('GET', `/audit?subject_id=${customerId}`)).body)
    expect(audit.items[1]).toMatchObject({
      action: 'customer.limit',
      before: { rate_limit_tpm: null, max_concurrency: null },
      after: { rate_limit_tpm: 10, max_concurrency: null },
    })
    expect(await limit({ rate_limit_rpm: 5 })).toMatchObject({ status: 400 })
    expect((await ask('PATCH', '/customers/cus_nobody', { max_concurrency: 1 })).status).toBe(404)
  })
})

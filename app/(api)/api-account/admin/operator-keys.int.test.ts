import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { apiRoutes } from '@/app/(api)/routes'
import { changeKey } from '@/lib/account/api-keys/keys'
import { prisma } from '@/lib/platform/db'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { base, newPerson, openDoors, type Person } from './testing'

await startJobs({ scheduled: [], queued: [] }, false)
const { call, close } = await openDoors()
afterAll(async () => {
  close()
  await stopJobs()
})

const keys = '/api-account/user/api-keys'
const Created = z.looseObject({ id: z.string(), key: z.string() })

let operator: Person
beforeEach(async () => {
  operator = await newPerson({ isOperator: true })
})

const byKey = (key: string | undefined, path = '/models', method = 'GET', json?: unknown) =>
  call(method, base + path, { key, ...(json !== undefined && { json }) })

async function create(person: Pick<Person, 'cookie'>, fields: object = {}) {
  const { cookie } = person
  return call('POST', keys, { headers: { cookie }, json: { name: 'ci', scopes: ['operator'], ...fields } })
}

describe('a key with the scope operator', () => {
  it('does what its operator does in the console, and the log names it', async () => {
    const { operatorKey } = operator
    expect((await byKey(operatorKey)).status).toBe(200)
    const created = await byKey(operatorKey, '/price-groups', 'POST', { name: 'Partners' })
    expect(created).toMatchObject({ status: 201, body: { name: 'Partners' } })
    expect(created.headers.get('x-ratelimit-limit-requests')).toBeTruthy()
    const log = await byKey(operatorKey, '/audit?limit=1')
    const user = { id: expect.stringMatching(/^key_/), email: 'API key terraform' }
    expect(log.body).toMatchObject({ data: [{ action: 'price_group.add', user }] })
  })

  it('does not open the account or the models', async () => {
    for (const path of ['/api-account/user/balance', '/v1/images/generations'])
      expect(await call('GET', path, { key: operator.operatorKey })).toMatchObject({
        status: 403,
        body: { error: { code: 'insufficient_scope' } },
      })
  })

  it('cannot send a mail to its person', async () => {
    expect(await byKey(operator.operatorKey, '/settings/test-mail', 'POST')).toMatchObject({
      status: 403,
      body: { error: { code: 'insufficient_scope' } },
    })
  })

  it('does not become one of its people by a new password or without the second factor', async () => {
    const { operatorKey } = operator
    const refused = { status: 403, body: { error: { code: 'insufficient_scope' } } }
    const [colleague, customer] = [await newPerson({ isOperator: true }), await newPerson()]
    const json = (of: Person) => ({ user_id: of.caller.userId, reason: 'Agreed by mail' })
    for (const of of [operator, colleague])
      for (const name of ['reset-link', 'reset-second-factor']) {
        const path = `/customers/${of.caller.customerId}/${name}`
        expect(await byKey(operatorKey, path, 'POST', json(of))).toMatchObject(refused)
      }
    const path = `/customers/${customer.caller.customerId}/reset-link`
    expect(await byKey(operatorKey, path, 'POST', json(customer))).toMatchObject({ status: 201 })
  })

  it('is limited by expiry, status and networks', async () => {
    const { id, key } = Created.parse((await create(operator)).body)
    const states: [Parameters<typeof changeKey>[2], number][] = [
      [() => ({ expiresAt: new Date(0) }), 404],
      [() => ({ expiresAt: null, status: 'disabled' }), 404],
      [() => ({ status: 'active', networks: ['192.0.2.7'] }), 404],
      [() => ({ networks: ['127.0.0.1'] }), 200],
    ]
    for (const [change, status] of states) {
      await changeKey(operator.caller, id, change)
      expect((await byKey(key)).status, String(change)).toBe(status)
    }
  })

  it('loses its power at once with its organization, and with the role of its owner', async () => {
    const { customerId } = operator.caller
    const { id, key } = Created.parse((await create(operator)).body)
    expect((await byKey(key)).status).toBe(200)
    await prisma.customer.update({ where: { id: customerId }, data: { isOperator: false } })
    expect((await byKey(key)).status).toBe(404)
    await prisma.customer.update({ where: { id: customerId }, data: { isOperator: true } })
    expect((await byKey(key)).status).toBe(200)
    const owner = await prisma.membership.findFirstOrThrow({ where: { customerId } })
    await changeKey(operator.caller, id, () => ({ ownerId: owner.id }))
    for (const [role, status] of [
      ['admin', 200],
      ['developer', 404],
      ['billing', 404],
      ['owner', 200],
    ] as const) {
      await prisma.membership.update({ where: { id: owner.id }, data: { role } })
      expect((await byKey(key)).status, role).toBe(status)
    }
    await prisma.membership.update({ where: { id: owner.id }, data: { endedAt: new Date() } })
    expect((await byKey(key)).status).toBe(404)
  })
})

describe('the scope operator', () => {
  const refused = { status: 403, body: { error: { code: 'insufficient_scope', param: 'scopes' } } }

  it('is given by an operator in the console, not by a customer', async () => {
    expect(await create(operator)).toMatchObject({ status: 201, body: { scopes: ['operator'] } })
    expect(await create(await newPerson())).toMatchObject(refused)
  })

  it('is not given by a member of an operator’s organization who is no owner or admin', async () => {
    const where = { userId: operator.caller.userId }
    await prisma.membership.updateMany({ where, data: { role: 'developer' } })
    expect(await create(operator)).toMatchObject(refused)
  })

  it('is never given by a key, not even by one that has it', async () => {
    const scopes = ['account:read', 'account:write', 'operator']
    const { id, key } = Created.parse((await create(operator, { scopes })).body)
    const json = { name: 'more', scopes: ['operator'] }
    expect(await call('POST', keys, { key, json })).toMatchObject(refused)
    expect(await call('POST', `${keys}/${id}/rotate`, { key, json: {} })).toMatchObject(refused)
    const plain = Created.parse((await create(operator, { scopes: ['inference'] })).body)
    expect(await call('PATCH', `${keys}/${plain.id}`, { key, json: { scopes } })).toMatchObject(refused)
  })

  it('keeps its limits but by an operator', async () => {
    const networks = ['192.0.2.7']
    const { id } = Created.parse((await create(operator, { networks })).body)
    const json = { networks: null }
    expect(await call('PATCH', `${keys}/${id}`, { key: operator.key, json })).toMatchObject(refused)
    const renamed = await call('PATCH', `${keys}/${id}`, { key: operator.key, json: { name: 'renamed' } })
    expect(renamed).toMatchObject({ status: 200, body: { networks } })
    const ended = await call('PATCH', `${keys}/${id}`, { key: operator.key, json: { scopes: ['inference'] } })
    expect(ended.status).toBe(200)
  })
})

it('every list of operators accepts the key', async () => {
  for (const [path, module] of Object.entries(apiRoutes).filter(([one]) => one.startsWith(`${base}/`)))
    for (const [method, { route }] of Object.entries(module)) {
      if (method !== 'GET' || route.declaration.params) continue
      const below = path.slice(base.length)
      expect((await byKey(operator.operatorKey, below)).status, path).toBe(200)
    }
})

import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { apiRoutes } from '@/app/(api)/routes'
import { setCallLimits } from '@/lib/account/identity/customers'
import { forgetActors, sweepAuditLines } from '@/lib/account/organizations/audit'
import { AuditLog } from '@/lib/account/organizations/audit-schema'
import * as repository from '@/lib/account/organizations/repository'
import { openDoors } from '@/lib/http/testing'
import { deleteAccount, sweepDeletedAccounts } from '@/lib/operator/admin/delete-account'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { inTransaction } from '@/lib/platform/transaction'
import { newPerson, type Person } from '../../admin/testing'

const path = '/api-account/organization/audit'
const user = '/api-account/user'
env().OUTBOUND_ALLOW = '127.0.0.1'
const { call, door, close } = await openDoors(apiRoutes)
afterAll(close)

let ann: Person
beforeEach(async () => {
  ann = await newPerson({ name: 'Ann' })
})

async function ask(method: string, url: string, json?: unknown, person = ann, headers = {}) {
  const sent = { headers: { cookie: person.cookie, ...headers }, ...(json !== undefined && { json }) }
  return call(method, url, sent)
}

async function lines(query = '', person = ann) {
  const { status, body } = await ask('GET', path + query, undefined, person)
  expect(status).toBe(200)
  return AuditLog.parse(body).data
}

const Created = z.looseObject({ id: z.string(), key: z.string() })
const makeKey = async (fields: object = {}) =>
  Created.parse((await ask('POST', `${user}/api-keys`, { name: 'production', ...fields })).body)

describe('the audit log', () => {
  it('says who did what to what, with the fields that were set', async () => {
    const { id } = await makeKey({ limit_usd: '20', tags: { team: 'secret-project' } })
    await ask('PATCH', `${user}/api-keys/${id}`, { name: 'staging', networks: ['192.0.2.7'] })
    await ask('DELETE', `${user}/api-keys/${id}`)
    const member = await prisma.membership.findFirstOrThrow({ where: { userId: ann.caller.userId ?? '' } })
    const actor = { kind: 'person', id: member.id, name: 'Ann' }
    const target = { id, name: 'staging' }
    expect(await lines()).toMatchObject([
      { action: 'api_key.revoke', actor, target, fields: [], outcome: 'done' },
      {
        action: 'api_key.update',
        actor,
        target,
        fields: ['name', 'networks'],
        values: { name: 'staging', networks: ['192.0.2.7'] },
      },
      {
        action: 'api_key.create',
        actor,
        target,
        fields: ['name', 'limit_usd', 'tags'],
        values: { name: 'production', limit_usd: '20' },
      },
    ])
  })

  it('contains no secrets: of keys, providers and webhooks', async () => {
    const { id, key } = await makeKey()
    const { body } = await ask('POST', `${user}/api-keys/${id}/rotate`, {})
    const url = 'https://127.0.0.1/T0/B0/secretpart'
    await ask('POST', `${user}/webhooks/endpoints`, { url, events: ['balance.low'] })
    await ask('POST', `${user}/webhooks/rotate-secret`, {})
    await ask('POST', `${user}/provider-keys`, { provider: 'openai', key: 'sk-verysecretindeed' })
    await ask('PUT', `${user}/billing/details`, {
      name: 'Ann Private',
      line1: 'Private Street 1',
      country: 'DE',
    })
    const rows = await prisma.organizationAudit.findMany({ where: { customerId: ann.caller.customerId } })
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'api_key.rotate',
        'webhook.create',
        'webhook.rotate_secret',
        'provider_key.create',
        'billing_details.update',
      ]),
    )
    const text = JSON.stringify(rows)
    for (const secret of [key, Created.parse(body).key, 'secretpart', 'sk-verysecret', 'whsec', 'Private'])
      expect(text).not.toContain(secret)
  })

  it('has no line of what was refused, and none of what a person changes for itself', async () => {
    expect((await ask('PATCH', `${user}/api-keys/key_missing`, { name: 'x' })).status).toBe(404)
    expect((await ask('POST', `${user}/api-keys`, { name: 'x', allowed_models: ['none/such'] })).status).toBe(
      400,
    )
    expect((await ask('PATCH', `${user}/profile`, { name: 'Anna' })).status).toBe(200)
    expect(await lines()).toEqual([])
    expect((await ask('PATCH', `${user}/profile`, { routing: { zdr: true } })).status).toBe(200)
    expect(await lines()).toMatchObject([{ action: 'data_rules.update', values: { routing: { zdr: true } } }])
  })

  it('names a key that acts, and counts a repeated request once', async () => {
    const headers = { 'idempotency-key': 'once' }
    for (let turn = 0; turn < 2; turn++)
      await call('POST', `${user}/api-keys`, { key: ann.key, headers, json: { name: 'by key' } })
    expect(await lines()).toMatchObject([
      {
        action: 'api_key.create',
        actor: { kind: 'key', name: 'everything', id: expect.stringMatching(/^key_/) },
      },
    ])
  })

  it('keeps a line of what a dying process began', async () => {
    vi.spyOn(repository, 'markDone').mockRejectedValueOnce(new Error('the process died'))
    await makeKey()
    expect(await lines()).toMatchObject([{ action: 'api_key.create', outcome: 'started' }])
  })

  it('does nothing that it could not write down', async () => {
    vi.spyOn(repository, 'insertLine').mockRejectedValueOnce(new AppError('service_unavailable'))
    expect((await ask('POST', `${user}/api-keys`, { name: 'unseen' })).status).toBe(503)
    const { body } = await ask('GET', `${user}/api-keys`)
    expect(JSON.stringify(body)).not.toContain('unseen')
  })

  it('is read by its own organization alone, and by whom its roles allow', async () => {
    await makeKey()
    const bob = await newPerson({ name: 'Bob' })
    expect(await lines('', bob)).toEqual([])
    expect((await call('GET', path, { key: ann.key })).status).toBe(200)
    await prisma.membership.updateMany({ where: { userId: bob.caller.userId }, data: { role: 'developer' } })
    expect(await ask('GET', path, undefined, bob)).toMatchObject({
      status: 403,
      body: { error: { code: 'insufficient_role', metadata: { required_permission: 'audit.read' } } },
    })
  })
})

describe('a part of it', () => {
  it('comes by page, actor, action, target and time', async () => {
    vi.spyOn(clock, 'now').mockReturnValue(clock.now()) // one day
    const made = [await makeKey(), await makeKey(), await makeKey()]
    await ask('DELETE', `${user}/api-keys/${made[0]?.id}`)
    const all = await lines()
    const first = AuditLog.parse((await ask('GET', `${path}?limit=3`)).body)
    expect(first.has_more).toBe(true)
    const rest = await lines(`?limit=3&cursor=${first.next_cursor}`)
    expect([...first.data, ...rest]).toEqual(all)
    expect(await lines('?action=api_key.revoke')).toEqual(all.slice(0, 1))
    expect(await lines(`?target=${made[0]?.id}`)).toHaveLength(2)
    expect(await lines(`?actor=${all[0]?.actor.id}`)).toEqual(all)
    expect(await lines('?actor=mbr_other')).toEqual([])
    const today = clock.now().toISOString().slice(0, 10)
    expect(await lines(`?from=${today}&to=${today}`)).toEqual(all)
    expect(await lines(`?to=${encodeURIComponent(`${today}T00:00:00Z`)}`)).toEqual([])
    expect(await lines('?from=2999-01-01')).toEqual([])
  })

  it.each([
    ['cursor=nonsense', 'invalid_cursor', 'cursor'],
    ['action=nonsense', 'invalid_parameter', 'action'],
    ['from=yesterday', 'invalid_parameter', 'from'],
    ['actor=%00', 'invalid_parameter', 'actor'],
  ])('is a 400 by %s', async (query, code, param) => {
    expect(await ask('GET', `${path}?${query}`)).toMatchObject({
      status: 400,
      body: { error: { code, param } },
    })
  })

  it('comes as CSV, whole', async () => {
    const { customerId } = ann.caller
    await prisma.organizationAudit.createMany({
      data: Array.from({ length: 1100 }, (_, index) => ({
        id: `aud_${String(index).padStart(26, '0')}`,
        customerId,
        at: clock.now(),
        actorKind: 'person',
        actorId: 'mbr_1',
        actorName: '=HYPERLINK("x")',
        action: 'api_key.update',
        targetId: null,
        details: { fields: ['name', 'status'], values: { name: 'a, "b"' } },
        outcome: 'done',
      })),
    })
    const response = await door('GET', `${path}?format=csv`, { headers: { cookie: ann.cookie } })
    expect(response.headers.get('content-disposition')).toContain('audit-log.csv')
    const rows = (await response.text()).trim().split('\r\n')
    expect(rows).toHaveLength(1101)
    expect(rows[0]).toMatch(
      /id,at,actor_kind,actor_id,actor_name,action,target_id,target_name,fields,values,outcome,summary$/,
    )
    expect(rows[1]).toContain(`"'=HYPERLINK(""x"")",api_key.update,,,name status,`)
    expect(rows[1]).toMatch(/,done,Changed API key$/)
    expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(1101)
  })
})

describe('what others do to the organization', () => {
  it('is in its log: an operator, without a name', async () => {
    const operator = await newPerson({ isOperator: true, name: 'Olga' })
    const customer = `/api-account/admin/customers/${ann.caller.customerId}`
    const reason = 'suspected fraud'
    const id = 'adjustment-0000-0001'
    await ask('POST', `${customer}/adjust`, { id, amount: '5', reason }, operator)
    await ask('PATCH', customer, { max_concurrency: 7 }, operator)
    await ask('POST', `${customer}/suspend`, { reason }, operator)
    const actor = { kind: 'operator', id: null, name: 'Operator' }
    const found = await lines()
    expect(found).toMatchObject([
      { action: 'customer.suspend', actor, target: null },
      { action: 'customer.limit', actor, values: { max_concurrency: 7 } },
      { action: 'customer.credit', actor, values: { amount: '5.000000' } },
    ])
    expect(JSON.stringify(found)).not.toMatch(/fraud|Olga|available"?:/)
  })

  it('has no line where the change did not happen', async () => {
    const { customerId } = ann.caller
    const change = inTransaction(async (transaction) => {
      await setCallLimits(customerId, { max_concurrency: 1 }, transaction)
      throw new Error('the process died')
    })
    await expect(change).rejects.toThrow()
    expect(await lines()).toEqual([])
  })
})

describe('old lines', () => {
  it('are deleted after 400 days', async () => {
    await makeKey()
    await makeKey()
    const [newest, oldest] = await lines()
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
    await prisma.organizationAudit.update({ where: { id: oldest?.id ?? '' }, data: { at: daysAgo(401) } })
    await prisma.organizationAudit.update({ where: { id: newest?.id ?? '' }, data: { at: daysAgo(399) } })
    await sweepAuditLines()
    expect((await lines()).map(({ id }) => id)).toEqual([newest?.id])
  })

  it('lose the name of a person who deletes the account, in every organization, but not the id', async () => {
    const bob = await newPerson({ name: 'Bob' })
    const membership = {
      id: 'mbr_of_bob',
      customerId: ann.caller.customerId,
      userId: bob.caller.userId,
      role: 'admin',
    }
    await prisma.membership.create({ data: membership })
    const actor = { actorKind: 'person', actorId: membership.id, actorName: 'Bob' }
    await repository.insertLine({
      id: `aud_${'0'.repeat(22)}zzzz`,
      customerId: ann.caller.customerId,
      at: clock.now(),
      ...actor,
      action: 'api_key.update',
      details: { fields: [], values: {} },
      outcome: 'done',
    })
    await makeKey()
    await inTransaction((transaction) => forgetActors(String(bob.caller.userId), transaction))
    expect((await lines()).map((line) => line.actor)).toMatchObject([
      { name: 'Ann' },
      { id: membership.id, name: 'Deleted person' },
    ])
  })

  it('of a deleted organization are erased', async () => {
    await makeKey()
    await deleteAccount(ann.caller, { current_password: 'long enough' }, '192.0.2.1')
    await sweepDeletedAccounts()
    const { customerId } = ann.caller
    expect(await prisma.organizationAudit.count({ where: { customerId } })).toBe(0)
  })
})

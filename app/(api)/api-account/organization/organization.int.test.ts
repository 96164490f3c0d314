import { afterAll, describe, expect, it } from 'vitest'
import { apiRoutes } from '@/app/(api)/routes'
import { createKey } from '@/lib/account/api-keys/keys'
import { beginMembership } from '@/lib/account/identity/memberships'
import { openDoors } from '@/lib/http/testing'
import { grantCredit } from '@/lib/money/ledger/balance'
import { bookUsage } from '@/lib/money/usage/testing'
import { prisma } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import type { Role } from '@/lib/platform/roles'
import { inTransaction } from '@/lib/platform/transaction'
import { newPerson, type Person } from '../admin/testing'
import { asking, base, field, join, idOf as readId } from './testing'

const { call, close } = await openDoors(apiRoutes)
afterAll(close)
const as = asking(call)
const idOf = (person: Person) => readId(call, person)

describe('an organization', () => {
  it('says who one is in it and what each role allows', async () => {
    const owner = await newPerson()
    const viewer = await join(owner, 'viewer')
    const { status, body } = await as(viewer)('GET', base)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: owner.caller.customerId,
      name: 'Ann',
      role: 'viewer',
      member_id: viewer.id,
      member_count: 2,
      limit_usd: null,
      limit_remaining_usd: null,
    })
    const { permissions, roles, permission_labels: labels } = Object(body)
    expect(Object.keys(labels)).toEqual(roles[0].permissions)
    expect(labels['audit.read']).toBe('See the audit log')
    expect(permissions).toContain('usage.read')
    expect(permissions).not.toContain('keys.manage')
    expect(roles.map(({ role }: { role: Role }) => role)).toEqual([
      'owner',
      'admin',
      'developer',
      'billing',
      'viewer',
    ])
  })

  it('is renamed and limited by owners and admins alone', async () => {
    const owner = await newPerson()
    const [admin, developer] = [await join(owner, 'admin'), await join(owner, 'developer')]
    const change = { name: 'Example', limit_usd: '20', limit_reset: 'monthly' }
    expect(await as(developer)('PATCH', base, change)).toMatchObject({
      status: 403,
      body: { error: { code: 'insufficient_role' } },
    })
    expect(await as(admin)('PATCH', base, change)).toMatchObject({
      status: 200,
      body: { name: 'Example', limit_usd: '20.000000', limit_remaining_usd: '20.000000' },
    })
    expect(await as(admin)('PATCH', base, { limit_usd: null })).toMatchObject({ body: { limit_usd: null } })
    expect(await as(admin)('PATCH', base, { name: ' ' })).toMatchObject({
      status: 400,
      body: { error: { param: 'name' } },
    })
  })

  it('is one of several of a person, who switches between them', async () => {
    const [ann, other] = [await newPerson(), await newPerson({ name: 'Other' })]
    const made = await as(ann)('POST', base, { name: 'Second' })
    expect(made).toMatchObject({ status: 201, body: { name: 'Second', role: 'owner' } })
    const id = field(made.body, 'id')
    expect(await prisma.ledgerEntry.count({ where: { key: `trial:${id}` } })).toBe(0)
    const list = await as(ann)('GET', '/api-account/organizations')
    expect(list.body).toMatchObject({
      data: [
        { id: ann.caller.customerId, is_current: true },
        { id, is_current: false },
      ],
    })
    const moved = await as(ann)('POST', `${base}/switch`, { id })
    expect(moved).toMatchObject({ status: 200, body: { id, is_current: true } })
    const cookie = moved.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(await as({ cookie })('GET', base)).toMatchObject({ body: { id, name: 'Second' } })
    // Read while it was switched: the cookie from before does not come back after the new one.
    const session = await as(ann)('GET', '/api/auth/session')
    expect(session.headers.getSetCookie().filter((line) => line.includes('session-token'))).toEqual([])
    expect(session.body).toMatchObject({ user: { customer_id: ann.caller.customerId } })
    const days = (Date.parse(field(session.body, 'expires')) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(30, 1)
    // The keys of the first are not there.
    expect(await as({ cookie })('GET', '/api-account/user/api-keys')).toMatchObject({ body: { data: [] } })
    const strange = await as(ann)('POST', `${base}/switch`, { id: other.caller.customerId })
    const missing = await as(ann)('POST', `${base}/switch`, { id: 'cus_nothing' })
    for (const refused of [strange, missing])
      expect(refused).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  })

  it('is one of at most 50 of a person, also when many are made at once', async () => {
    const person = await newPerson()
    const made = await Promise.all(
      Array.from({ length: 52 }, () => as(person)('POST', base, { name: 'Another' })),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(49)
  })

  it('has the member of a sign-up on a release before this one', async () => {
    const customer = { id: newId('cus'), name: 'Old' }
    const user = {
      id: newId('usr'),
      customerId: customer.id,
      email: `${newId('usr')}@example.com`,
      name: 'Old',
    }
    await prisma.customer.create({ data: customer })
    await prisma.user.create({ data: user })
    const memberships = await prisma.membership.findMany({ where: { userId: user.id } })
    expect(memberships).toMatchObject([{ customerId: customer.id, role: 'owner', endedAt: null }])
  })
})

describe('members', () => {
  it('are listed in pages, searched and sorted', async () => {
    const owner = await newPerson({ name: 'Zoe' })
    const { customerId } = owner.caller
    const people = Array.from({ length: 120 }, (_, index) => ({
      id: newId('usr'),
      customerId: newId('cus'),
      email: `m${index}.${customerId}@example.com`,
      name: index % 2 === 0 ? `anna ${index}` : `Bert ${index}`,
    }))
    await prisma.customer.createMany({ data: people.map((one) => ({ id: one.customerId, name: one.name })) })
    await prisma.user.createMany({ data: people })
    await prisma.membership.createMany({
      data: people.map(({ id }) => ({ id: newId('mbr'), customerId, userId: id, role: 'viewer' })),
    })
    const names: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await as(owner)('GET', `${base}/members?limit=50&cursor=${cursor}`)
      const page = Object(body)
      expect(page.total).toBe(121)
      names.push(...page.data.map(({ name }: { name: string }) => name.toLowerCase()))
      if (!page.has_more) break
      cursor = page.next_cursor
    }
    expect(names).toHaveLength(121)
    expect(names).toEqual([...names].sort())
    const found = await as(owner)('GET', `${base}/members?search=BERT&sort=email&role=viewer`)
    expect(found.body).toMatchObject({ total: 60, has_more: true })
    expect(await as(owner)('GET', `${base}/members?search=%25`)).toMatchObject({
      body: { data: [], total: 0 },
    })
    expect(await as(owner)('GET', `${base}/members?cursor=x`)).toMatchObject({ status: 400 })
  })

  it('show a developer what others may spend, but not what they spent', async () => {
    const owner = await newPerson()
    const [admin, developer] = [await join(owner, 'admin'), await join(owner, 'developer')]
    const limit = { limit_usd: '5', limit_reset: 'daily' }
    await as(owner)('PATCH', `${base}/members/${admin.id}`, limit)
    const shown = (id: string, used_usd: string | null, limit_usd: string | null, left: string | null) =>
      expect.objectContaining({ id, used_usd, limit_usd, limit_remaining_usd: left })
    const list = async (who: Person) => Object((await as(who)('GET', `${base}/members`)).body).data
    expect(await list(developer)).toEqual(
      expect.arrayContaining([
        shown(admin.id, null, '5.000000', null),
        shown(developer.id, '0.000000', null, null),
      ]),
    )
    expect(await list(admin)).toContainEqual(shown(admin.id, '0.000000', '5.000000', '5.000000'))
    expect(await list(admin)).toContainEqual(shown(developer.id, '0.000000', null, null))
  })

  it('have roles that admins give, but not that of an owner', async () => {
    const owner = await newPerson()
    const [admin, developer] = [await join(owner, 'admin'), await join(owner, 'developer')]
    const change = (who: Person, id: string, json: object) => as(who)('PATCH', `${base}/members/${id}`, json)
    expect(await change(admin, developer.id, { role: 'billing' })).toMatchObject({
      status: 200,
      body: { role: 'billing' },
    })
    const needsOwner = {
      status: 403,
      body: { error: { code: 'insufficient_role', metadata: { required_permission: 'organization.own' } } },
    }
    expect(await change(admin, developer.id, { role: 'owner' })).toMatchObject(needsOwner)
    expect(await change(admin, admin.id, { role: 'owner' })).toMatchObject(needsOwner)
    expect(await change(admin, await idOf(owner), { role: 'viewer' })).toMatchObject(needsOwner)
    expect(await change(admin, await idOf(owner), { limit_usd: '1' })).toMatchObject(needsOwner)
    expect(await as(admin)('DELETE', `${base}/members/${await idOf(owner)}`)).toMatchObject(needsOwner)
    // What was taken is gone with the next request.
    expect(await change(developer, admin.id, { role: 'viewer' })).toMatchObject({ status: 403 })
    const limited = await change(owner, developer.id, { limit_usd: '5', limit_reset: 'daily' })
    expect(limited.body).toMatchObject({ limit_usd: '5.000000', limit_reset: 'daily', role: 'billing' })
    const stranger = await newPerson()
    for (const id of [await idOf(stranger), 'mbr_nothing', '%00'])
      expect(await change(owner, id, { role: 'viewer' })).toMatchObject({ status: 404 })
  })

  it('always have an owner among them, whoever leaves at the same time', async () => {
    const owner = await newPerson()
    const id = await idOf(owner)
    const last = { status: 409, body: { error: { code: 'last_owner' } } }
    expect(await as(owner)('DELETE', `${base}/members/${id}`)).toMatchObject(last)
    expect(await as(owner)('PATCH', `${base}/members/${id}`, { role: 'admin' })).toMatchObject(last)
    const second = await join(owner, 'owner')
    const ended = await Promise.all([
      as(owner)('DELETE', `${base}/members/${id}`),
      as(second)('DELETE', `${base}/members/${second.id}`),
    ])
    expect(ended.map(({ status }) => status).sort()).toEqual([200, 409])
    const { customerId } = owner.caller
    expect(await prisma.membership.count({ where: { customerId, role: 'owner', endedAt: null } })).toBe(1)
  })

  it('lose access and their own keys when they are removed, and keep a personal organization', async () => {
    const owner = await newPerson()
    const member = await join(owner, 'developer')
    const { customerId } = owner.caller
    const caller = { ...member.caller, customerId }
    const own = await createKey(caller, { name: 'own', scopes: ['account:read'] })
    await prisma.apiKey.update({ where: { id: own.id }, data: { ownerId: member.id } })
    expect(await call('GET', base, { key: own.key })).toMatchObject({ body: { role: 'developer' } })
    expect(await as(owner)('DELETE', `${base}/members/${member.id}`)).toMatchObject({
      status: 200,
      body: { id: member.id, deleted: true },
    })
    expect(await call('GET', base, { key: own.key })).toMatchObject({ status: 401 })
    expect(await call('GET', base, { key: owner.key })).toMatchObject({ status: 200, body: { role: null } })
    expect(await as(member)('GET', base)).toMatchObject({ body: { id: member.caller.customerId } })
    // A new membership does not bring the key back.
    await inTransaction((transaction) =>
      beginMembership({ customerId, userId: member.caller.userId ?? '' }, { role: 'admin' }, transaction),
    )
    expect(await call('GET', base, { key: own.key })).toMatchObject({ status: 401 })
  })

  it('do not become owners by a key that was made for somebody who became one', async () => {
    const owner = await newPerson()
    const [admin, heir] = [await join(owner, 'admin'), await join(owner, 'developer')]
    const keys = '/api-account/user/api-keys'
    const fields = { name: 'theirs', scopes: ['account:write'], owner: heir.id }
    const made = await as(admin)('POST', keys, fields)
    const promote = (key: string) =>
      call('PATCH', `${base}/members/${admin.id}`, { key, json: { role: 'owner' } })
    expect(await as(owner)('PATCH', `${base}/members/${heir.id}`, { role: 'owner' })).toMatchObject({
      status: 200,
    })
    expect(await promote(field(made.body, 'key'))).toMatchObject({ status: 403 })
    const refused = { status: 403, body: { error: { code: 'insufficient_role' } } }
    expect(await as(admin)('POST', `${keys}/${field(made.body, 'id')}/rotate`, {})).toMatchObject(refused)
    const own = await as(heir)('POST', keys, fields)
    expect(await promote(field(own.body, 'key'))).toMatchObject({ status: 200, body: { role: 'owner' } })
  })

  it('have spent what they did in the console, before a limit and after', async () => {
    const owner = await newPerson()
    const { id, caller } = await join(owner, 'developer')
    const { customerId } = owner.caller
    await grantCredit({ customerId, amountNanos: 10n ** 9n, key: `grant:${customerId}` })
    await bookUsage({ ...caller, customerId, member: { id, role: 'developer' } }, new Date())
    const used = '0.000018' // of bookUsage: ten prompt and four completion tokens
    const listed = async () => {
      const { body } = await as(owner)('GET', `${base}/members`)
      return Object(body).data.find((one: { id: string }) => one.id === id)
    }
    expect(await listed()).toMatchObject({ used_usd: used, limit_usd: null })
    await as(owner)('PATCH', `${base}/members/${id}`, { limit_usd: '0.0001' })
    expect(await listed()).toMatchObject({ used_usd: used, limit_remaining_usd: '0.000082' })
  })

  it('are handed the ownership', async () => {
    const owner = await newPerson()
    const [ownerId, heir] = [await idOf(owner), await join(owner, 'developer')]
    expect(await as(heir)('POST', `${base}/handover`, { member_id: heir.id })).toMatchObject({ status: 403 })
    expect(await as(owner)('POST', `${base}/handover`, { member_id: ownerId })).toMatchObject({ status: 400 })
    expect(await as(owner)('POST', `${base}/handover`, { member_id: heir.id })).toMatchObject({
      status: 200,
      body: { id: heir.id, role: 'owner' },
    })
    expect(await as(owner)('GET', base)).toMatchObject({ body: { role: 'admin' } })
    // The first owner can leave now, and has a new personal organization then.
    expect(await as(owner)('DELETE', `${base}/members/${ownerId}`)).toMatchObject({ status: 200 })
    const home = await as(owner)('GET', base)
    expect(home).toMatchObject({ status: 200, body: { name: 'Ann', role: 'owner', member_count: 1 } })
    expect(field(home.body, 'id')).not.toBe(owner.caller.customerId)
  })
})

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseProvisioningOf } from '@/lib/account/provisioning/settings'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { active, idOf, newJoined, type Organization, openScim, patch, refused } from './testing/open-scim'

env().RATE_LIMIT_ACCOUNT = 100_000 // the console is read until the use of a token shows
const { call, newOrganization, close } = await openScim()
afterAll(close)

let own: Organization
beforeEach(async () => {
  own = await newOrganization()
})

describe('the token', () => {
  it('is shown once, replaced, revoked, and stored as a hash', async () => {
    const { token, scim, console: console_, customerId } = own
    expect(token).toMatch(/^scim-portico-[\w-]{43}$/)
    const stored = await prisma.provisioning.findUniqueOrThrow({ where: { customerId } })
    expect(
      JSON.stringify({ ...stored, tokenHash: Buffer.from(stored.tokenHash ?? []).toString() }),
    ).not.toContain(token)
    expect((await console_('GET', '')).body).toMatchObject({
      base_url: 'http://localhost:3000/scim/v2',
      token: { last4: token.slice(-4), last_used_at: null },
      default_role: 'developer',
    })
    expect(await scim('GET', '/Users')).toMatchObject({ status: 200 })
    await expect
      .poll(async () => (await console_('GET', '')).body)
      .toMatchObject({
        token: { last_used_at: expect.any(String) },
      })
    const next = await console_('POST', '/token')
    expect(next).toMatchObject({ status: 201, body: { token: expect.not.stringMatching(token) } })
    expect(await scim('GET', '/Users')).toMatchObject(refused(401))
    const key = String(Reflect.get(Object(next.body), 'token'))
    expect(await call('GET', '/scim/v2/Users', { key })).toMatchObject({ status: 200 })
    expect(await console_('DELETE', '/token')).toMatchObject({ status: 200, body: { deleted: true } })
    expect(await call('GET', '/scim/v2/Users', { key })).toMatchObject(refused(401))
    expect((await console_('GET', '')).body).toMatchObject({ token: null })
  })

  it('is the only thing that opens SCIM, and opens nothing else', async () => {
    const { token, person } = own
    const { cookie } = person
    expect(await call('GET', '/scim/v2/Users', { key: person.key })).toMatchObject(refused(401))
    expect(await call('GET', '/scim/v2/Users', { headers: { cookie } })).toMatchObject(refused(401))
    expect(await call('GET', '/api-account/user/profile', { key: token })).toMatchObject({ status: 401 })
    expect(await call('GET', '/v1/models', { key: token })).toMatchObject({ status: 401 })
  })

  it('does not work for a suspended or deleted organization', async () => {
    const { customerId, scim } = own
    const update = (data: object) => prisma.customer.update({ where: { id: customerId }, data })
    await update({ suspendedAt: new Date() })
    expect(await scim('GET', '/Users')).toMatchObject(refused(403))
    await update({ suspendedAt: null, deletedAt: new Date() })
    expect(await scim('GET', '/Users')).toMatchObject(refused(401))
  })

  it('cannot be guessed: failures of an address count, but not against a token that works', async () => {
    const { token, scim } = own
    await scim('GET', '/Users')
    const headers = { 'x-forwarded-for': '198.51.100.77' }
    Object.assign(env(), { RATE_LIMIT_AUTH_FAILURE: 3, TRUST_PROXY: '127.0.0.1' })
    try {
      const guess = (key: string) => call('GET', '/scim/v2/Users', { key, headers })
      const guesses = Array.from({ length: 4 }, () => guess(`scim-portico-${'x'.repeat(43)}`))
      expect((await Promise.all(guesses)).map(({ status }) => status).toSorted()).toEqual([
        401, 401, 401, 429,
      ])
      expect(await guess(token)).toMatchObject({ status: 200 })
    } finally {
      Object.assign(env(), { RATE_LIMIT_AUTH_FAILURE: 30, TRUST_PROXY: '' })
    }
  })

  it('is limited per organization', async () => {
    const other = await newOrganization()
    Object.assign(env(), { RATE_LIMIT_SCIM: 1 })
    try {
      expect(await own.scim('GET', '/Users')).toMatchObject({ status: 200 })
      const over = await own.scim('GET', '/Users')
      expect(over).toMatchObject(refused(429))
      expect(over.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(await other.scim('GET', '/Users')).toMatchObject({ status: 200 })
    } finally {
      Object.assign(env(), { RATE_LIMIT_SCIM: 1800 })
    }
  })

  it('is given by owners and admins alone', async () => {
    const { userId } = own.person.caller
    const where = { customerId_userId: { customerId: own.customerId, userId: userId ?? '' } }
    await prisma.membership.update({ where, data: { role: 'developer' } })
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/token'],
      ['DELETE', '/token'],
    ] as const)
      expect(await own.console(method, path)).toMatchObject({
        status: 403,
        body: { error: { code: 'insufficient_role' } },
      })
  })
})

describe('errors', () => {
  it.each(['/scim/v2/nothing', '/scim/v2/Users/x/y', '/scim/v2/Bulk', '/scim/v2/Me'])(
    '%s is a 404 in SCIM’s shape',
    async (path) => {
      const answer = await call('GET', path, { key: own.token })
      expect(answer).toMatchObject(refused(404))
      expect(answer.headers.get('content-type')).toBe('application/scim+json')
    },
  )

  it('a method that is not there, in SCIM’s shape', async () => {
    expect(await own.scim('PUT', '/Users')).toMatchObject(refused(405))
  })

  it.each([
    ['text', 'POST', '/Users', '{', 'invalidSyntax'],
    ['no userName', 'POST', '/Users', '{}', 'invalidValue'],
    [
      'a userName of 300 characters',
      'POST',
      '/Users',
      JSON.stringify({ userName: 'x'.repeat(300) }),
      'invalidValue',
    ],
    ['a NUL', 'POST', '/Users', JSON.stringify({ userName: 'a\u0000' }), 'invalidValue'],
    [
      '21 emails',
      'POST',
      '/Users',
      JSON.stringify({ userName: 'x', emails: Array(21).fill({ value: 'a@b' }) }),
      'invalidValue',
    ],
    [
      'a member who is not there',
      'POST',
      '/Groups',
      JSON.stringify({ displayName: 'x', members: [{ value: 'y' }] }),
      'invalidValue',
    ],
    [
      'an operator that is not supported',
      'GET',
      '/Users?filter=userName%20co%20%22x%22',
      undefined,
      'invalidFilter',
    ],
    [
      'an attribute that is not kept',
      'GET',
      '/Users?filter=title%20eq%20%22x%22',
      undefined,
      'invalidFilter',
    ],
    [
      'a filter by a NUL',
      'GET',
      `/Users?filter=${encodeURIComponent('id eq "\\u0000"')}`,
      undefined,
      'invalidFilter',
    ],
    ['a filter of 1,001 characters', 'GET', `/Users?filter=${'x'.repeat(1001)}`, undefined, 'invalidFilter'],
    ['a thousand brackets', 'GET', `/Users?filter=${'('.repeat(1000)}`, undefined, 'invalidFilter'],
    ['a count that is none', 'GET', '/Users?count=x', undefined, 'invalidValue'],
  ])('%s', async (_what, method, path, text, scimType) => {
    const headers = { 'content-type': 'application/scim+json' }
    const sent = { key: own.token, headers, ...(text !== undefined && { text }) }
    expect(await call(method, `/scim/v2${path}`, sent)).toMatchObject(refused(400, scimType))
  })

  it('a body above a megabyte, and one of another type', async () => {
    const text = JSON.stringify({ userName: 'x', displayName: 'y'.repeat(1024 * 1024) })
    const post = (type: string) =>
      call('POST', '/scim/v2/Users', { key: own.token, text, headers: { 'content-type': type } })
    expect(await post('application/scim+json')).toMatchObject(refused(413))
    expect(await post('text/plain')).toMatchObject(refused(415))
  })

  it('a PATCH refuses what is read-only, required or no path, and changes nothing', async () => {
    const id = await own.newUser('ann')
    const change = (operation: object) =>
      own.scim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'displayName', value: 'x' }, operation))
    expect(await change({ op: 'replace', path: 'id', value: 'y' })).toMatchObject(refused(400, 'mutability'))
    expect(await change({ op: 'remove', path: 'userName' })).toMatchObject(refused(400, 'invalidValue'))
    for (const path of ['a b', 'emails[value eq "\\u0000"].type'])
      expect(await change({ op: 'replace', path, value: 'y' })).toMatchObject(refused(400, 'invalidPath'))
    expect(await change({ op: 'move', path: 'a', value: 'y' })).toMatchObject(refused(400, 'invalidValue'))
    expect((await own.scim('GET', `/Users/${id}`)).body).not.toHaveProperty('displayName')
  })
})

describe('the organization next door', () => {
  it('sees, changes and deletes nothing of ours', async () => {
    const other = await newOrganization()
    const joined = await newJoined(own)
    const group = await own.newGroup('admin', joined.id)
    for (const path of [`/Users/${joined.id}`, `/Groups/${group}`]) {
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', { userName: 'x', displayName: 'x' }],
        ['PATCH', active(false)],
        ['DELETE', undefined],
      ] as const)
        expect(await other.scim(method, path, body)).toMatchObject(refused(404))
    }
    expect(await other.scim('GET', '/Users')).toMatchObject({ body: { totalResults: 0 } })
    expect(await other.scim('GET', `?filter=${encodeURIComponent(`id eq "${joined.id}"`)}`)).toMatchObject({
      body: { totalResults: 0 },
    })
    expect(await other.console('PATCH', `/groups/${group}`, { role: null })).toMatchObject({ status: 404 })
    expect(await own.roleOf(joined.userId)).toBe('admin')
    // Names are unique in an organization, not among them.
    await other.newUser(joined.email)
  })
})

describe('many', () => {
  it('5,000 users: pages, filters and a group of all of them stay quick', async () => {
    const { customerId, scim } = own
    const at = (index: number) => `scu_${customerId.slice(4, 20)}${String(index).padStart(5, '0')}`
    const rows = Array.from({ length: 5000 }, (_, index) => ({
      id: at(index),
      customerId,
      kind: 'User',
      key: `user-${index}`,
      attributes: { userName: `User-${index}` },
      emails: [`user-${index}@many.example`],
    }))
    await prisma.scimResource.createMany({ data: rows })
    const page = async (query: string) => (await scim('GET', `/Users?${query}`)).body
    expect(await page('startIndex=4951&count=100')).toMatchObject({
      totalResults: 5000,
      startIndex: 4951,
      itemsPerPage: 50,
    })
    expect(await page('count=1000')).toMatchObject({
      itemsPerPage: 100,
      Resources: expect.arrayContaining([]),
    })
    expect(await page('startIndex=-5&count=0')).toMatchObject({
      totalResults: 5000,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    })
    expect(await page('startIndex=5001')).toMatchObject({ totalResults: 5000, itemsPerPage: 0 })
    const email = encodeURIComponent('emails eq "USER-4999@many.example"')
    expect(await page(`filter=${email}`)).toMatchObject({
      totalResults: 1,
      Resources: [{ id: at(4999), userName: 'User-4999' }],
    })
    const members = rows.map(({ id }) => ({ value: id }))
    expect(await scim('POST', '/Groups', { displayName: 'everyone', members })).toMatchObject({ status: 201 })
    const all = await scim('GET', '/Groups?count=100')
    expect(all.body).toMatchObject({ itemsPerPage: 1, Resources: [{ members: { length: 5000 } }] })
    const counts = (member_count: number) => ({ user_count: 5000, groups: [{ member_count }] })
    expect((await own.console('GET', '')).body).toMatchObject(counts(5000))
    // Written once, whatever the operations do in between.
    const each = members.flatMap((one) => [
      { op: 'remove', path: 'members', value: [one] },
      { op: 'replace', path: 'members', value: [one] },
    ])
    const [body] = Object(all.body).Resources
    const group = idOf({ ...all, body })
    expect(await scim('PATCH', `/Groups/${group}`, patch(...each.slice(0, 1000)))).toMatchObject({
      status: 204,
    })
    expect((await own.console('GET', '')).body).toMatchObject(counts(1))
  })

  it('35,000 users in each of two groups: on pages of their own, emptied, deleted', async () => {
    const { customerId, scim } = own
    const groups = [await own.newGroup('one'), await own.newGroup('two')]
    await prisma.$executeRaw`
      INSERT INTO scim_resources (id, customer_id, kind, key, attributes, updated_at)
      SELECT ${customerId} || number, ${customerId}, 'User', number, '{"userName":"x"}', now() FROM generate_series(1, 35000) AS number`
    await prisma.$executeRaw`
      INSERT INTO scim_members (group_id, user_id)
      SELECT g, r.id FROM unnest(${groups}::text[]) AS g, scim_resources r WHERE r.customer_id = ${customerId} AND r.kind = 'User'`
    const page = (await scim('GET', '/Groups')).body
    expect(page).toMatchObject({
      totalResults: 2,
      itemsPerPage: 1,
      Resources: [{ members: { length: 35_000 } }],
    })
    expect(await scim('GET', '/Groups?excludedAttributes=members')).toMatchObject({
      body: { itemsPerPage: 2 },
    })
    expect((await own.console('GET', '')).body).toMatchObject({
      groups: [{ member_count: 35_000 }, { member_count: 35_000 }],
    })
    const [one, two] = groups
    const emptied = await scim('PATCH', `/Groups/${one}`, patch({ op: 'remove', path: 'members' }))
    expect(emptied).toMatchObject({ status: 204 })
    expect((await scim('GET', `/Groups/${one}`)).body).toMatchObject({ members: [] })
    expect(await scim('DELETE', `/Groups/${two}`)).toMatchObject({ status: 204 })
  })

  it('2,000 groups are the most', async () => {
    const { customerId } = own
    await prisma.$executeRaw`
      INSERT INTO scim_resources (id, customer_id, kind, key, attributes, updated_at)
      SELECT ${customerId} || number, ${customerId}, 'Group', number, '{"displayName":"x"}', now() FROM generate_series(1, 2000) AS number`
    expect(await own.scim('POST', '/Groups', { displayName: 'more' })).toMatchObject(refused(400))
    await own.newUser('ann')
  })
})

it('the audit log says what the identity provider did', async () => {
  const { customerId } = own
  const id = await own.newUser('ann')
  await own.scim('PATCH', `/Users/${id}`, active(false))
  await own.scim('POST', '/Users', { userName: 'ann' })
  await own.scim('DELETE', `/Users/${id}`)
  const group = await own.newGroup('x')
  const where = { customerId, actorKind: 'scim' }
  const lines = await prisma.organizationAudit.findMany({ where, orderBy: [{ at: 'asc' }, { id: 'asc' }] })
  expect(lines.map(({ action, targetId, outcome }) => [action, targetId, outcome])).toEqual([
    ['scim_user.create', id, 'done'],
    ['scim_user.update', id, 'done'],
    ['scim_user.delete', id, 'done'],
    ['scim_group.create', group, 'done'],
  ])
})

it('everything of a deleted organization is erased', async () => {
  const { customerId } = own
  await own.newGroup('x', await own.newUser('ann'))
  await eraseProvisioningOf(customerId)
  await eraseProvisioningOf(customerId)
  expect(await prisma.scimResource.count({ where: { customerId } })).toBe(0)
  expect(await prisma.provisioning.count({ where: { customerId } })).toBe(0)
})

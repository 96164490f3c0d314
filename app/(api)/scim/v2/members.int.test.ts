import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { changeKey, createKey } from '@/lib/account/api-keys/keys'
import { verifyKey } from '@/lib/account/api-keys/verify-key'
import { readSessionFromCookies } from '@/lib/account/identity/sessions'
import { openMailroom } from '@/lib/account/identity/testing/mailroom'
import { invitationJob, mailInvitation } from '@/lib/account/organizations/invitations'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { readBoss } from '@/lib/platform/jobs/enqueue'
import { bindJob } from '@/lib/platform/jobs/job'
import {
  active,
  newJoined,
  newVerified,
  type Organization,
  openScim,
  patch,
  refused,
} from './testing/open-scim'

const { call, newOrganization, close } = await openScim()
afterAll(close)

let own: Organization
beforeEach(async () => {
  own = await newOrganization()
})

describe('a provisioned user', () => {
  it('joins by signing in with the verified email, and by nothing else', async () => {
    const person = await newVerified()
    const id = await own.newUser('bob', { emails: [{ value: person.email.toUpperCase(), primary: true }] })
    expect((await own.scim('GET', `/Users/${id}`)).body).toMatchObject({ active: true })
    expect(await own.roleOf(person.userId)).toBeNull()
    expect((await own.console('GET', '')).body).toMatchObject({ user_count: 1, joined_count: 0 })
    await person.signIn()
    expect(await own.roleOf(person.userId)).toBe('developer')
    expect((await own.console('GET', '')).body).toMatchObject({ user_count: 1, joined_count: 1 })
    // The session stays where it was.
    expect(await readSessionFromCookies(person.cookie)).toMatchObject({ customerId: person.home })
  })

  it('joins by the email that is primary, else the one for work, else the user name', async () => {
    const [primary, work, named] = [await newVerified(), await newVerified(), await newVerified()]
    await own.newUser('one', { emails: [{ value: work.email }, { value: primary.email, primary: true }] })
    await own.newUser('two', {
      emails: [
        { value: 'x@example.com', type: 'home' },
        { value: work.email, type: 'work' },
      ],
    })
    await own.newUser(named.email)
    await Promise.all([primary.signIn(), work.signIn(), named.signIn()])
    for (const { userId } of [primary, work, named]) expect(await own.roleOf(userId)).toBe('developer')
  })

  it('joins by an invitation to their email, of this organization alone', async () => {
    const other = await newOrganization()
    const person = await newVerified()
    for (const organization of [own, other])
      await organization.newGroup('billing', await organization.newUser(person.email))
    const invite = await call('POST', '/api-account/organization/invitations', {
      headers: { cookie: own.person.cookie },
      json: { email: person.email, role: 'viewer' },
    })
    const token = String(Reflect.get(Object(invite.body), 'url'))
      .split('/')
      .pop()
    const accepted = await call('POST', `/api-account/invitations/${token}/accept`, {
      headers: { cookie: person.cookie },
    })
    expect(accepted).toMatchObject({ status: 200, body: { id: own.customerId } })
    expect(await own.roleOf(person.userId)).toBe('billing')
    expect(await other.roleOf(person.userId)).toBeNull()
  })

  it('is mailed an invitation where there is no single sign-on, until they are deactivated', async () => {
    const mailroom = await openMailroom(bindJob(invitationJob, mailInvitation))
    const invited = async () =>
      (await prisma.invitation.findMany({ where: { customerId: own.customerId } })).map(({ email }) => email)
    try {
      await mailroom.reset()
      const person = await newVerified()
      const id = await own.newUser(person.email)
      await own.newUser('nobody.mailed', { active: false, emails: [{ value: 'x@example.com' }] })
      expect(await invited()).toEqual([person.email])
      expect(await readBoss().fetch(invitationJob.name)).toHaveLength(1)
      await own.scim('PATCH', `/Users/${id}`, active(false))
      expect(await invited()).toEqual([])
      Object.assign(env(), { OIDC_ISSUER: 'https://login.example.com' })
      await own.newUser((await newVerified()).email)
      expect(await invited()).toEqual([])
    } finally {
      Object.assign(env(), { OIDC_ISSUER: undefined, SMTP_URL: undefined })
      await mailroom.close()
    }
  })

  it('does not become a member who has the same email unverified', async () => {
    const person = await newVerified()
    const membership = {
      id: `mbr_${randomUUID()}`,
      customerId: own.customerId,
      userId: person.userId,
      role: 'viewer',
    }
    await prisma.membership.create({ data: membership })
    const id = await own.newUser(person.email)
    await own.newGroup('admin', id)
    expect(await own.roleOf(person.userId)).toBe('viewer')
    // But leaves with the user, since that takes power away only.
    await own.scim('PATCH', `/Users/${id}`, active(false))
    expect(await own.roleOf(person.userId)).toBeNull()
  })

  it('leaves with active: false; personal keys end, sessions fall back; and comes back with active: true', async () => {
    const { id, userId, cookie, home } = await newJoined(own)
    const { id: member } = await prisma.membership.findFirstOrThrow({
      where: { customerId: own.customerId, userId },
    })
    const { key, id: keyId } = await createKey(own.person.caller, { name: 'own' })
    await changeKey(own.person.caller, keyId, () => ({ ownerId: member }))
    expect(await verifyKey(key)).toMatchObject({ member: { id: member, role: 'developer' } })
    expect(await own.scim('PATCH', `/Users/${id}`, active(false))).toMatchObject({
      status: 200,
      body: { active: false },
    })
    expect(await own.roleOf(userId)).toBeNull()
    await expect(Promise.resolve().then(() => verifyKey(key))).rejects.toMatchObject({
      code: 'invalid_api_key',
    })
    expect(await readSessionFromCookies(cookie)).toMatchObject({ customerId: home })
    expect(await own.scim('PATCH', `/Users/${id}`, active(true))).toMatchObject({ body: { active: true } })
    expect(await own.roleOf(userId)).toBe('developer')
  })

  it('leaves when it is deleted', async () => {
    const { id, userId } = await newJoined(own)
    expect(await own.scim('DELETE', `/Users/${id}`)).toMatchObject({ status: 204 })
    expect(await own.roleOf(userId)).toBeNull()
    expect(await own.scim('DELETE', `/Users/${id}`)).toMatchObject(refused(404))
  })

  it('who was removed otherwise reads as inactive, stays out at the next sign-in, and returns when activated', async () => {
    const { id, userId, signIn } = await newJoined(own)
    const where = { customerId_userId: { customerId: own.customerId, userId } }
    await prisma.membership.update({ where, data: { endedAt: new Date() } })
    expect((await own.scim('GET', `/Users/${id}`)).body).toMatchObject({ active: false })
    await signIn()
    expect(await own.roleOf(userId)).toBeNull()
    await own.scim('PUT', `/Users/${id}`, { userName: 'renamed' })
    expect(await own.roleOf(userId)).toBeNull()
    await own.scim('PUT', `/Users/${id}`, { userName: 'renamed', active: true })
    expect(await own.roleOf(userId)).toBe('developer')
  })

  it('does not join while inactive', async () => {
    const person = await newVerified()
    await own.newUser(person.email, { active: false })
    await person.signIn()
    expect(await own.roleOf(person.userId)).toBeNull()
  })

  it('is never an owner, and no owner is removed', async () => {
    const { userId, email, signIn, ...boss } = await newVerified()
    const company = await newOrganization({ ...boss, email })
    const id = await company.newUser(email)
    await company.newGroup('viewer', id)
    await signIn()
    expect(await company.roleOf(userId)).toBe('owner')
    for (const ask of [
      company.scim('PATCH', `/Users/${id}`, active(false)),
      company.scim('PUT', `/Users/${id}`, { userName: email, active: false }),
      company.scim('DELETE', `/Users/${id}`),
    ])
      expect(await ask).toMatchObject(refused(409))
    expect(await company.roleOf(userId)).toBe('owner')
    expect((await company.scim('GET', `/Users/${id}`)).body).toMatchObject({ active: true })
    const group = await company.newGroup('owner', id)
    expect((await company.console('GET', '')).body).toMatchObject({
      groups: expect.arrayContaining([expect.objectContaining({ id: group, effective_role: null })]),
    })
    expect(await company.console('PATCH', `/groups/${group}`, { role: 'owner' })).toMatchObject({
      status: 400,
    })
  })
})

describe('groups', () => {
  it('give the highest of their roles, by their names or as set, else the default', async () => {
    const { id, userId } = await newJoined(own)
    const role = () => own.roleOf(userId)
    const viewers = await own.newGroup('Viewer', id)
    expect(await role()).toBe('viewer')
    const finance = await own.newGroup('Finance', id)
    expect(await role()).toBe('viewer')
    expect(await own.console('PATCH', `/groups/${finance}`, { role: 'billing' })).toMatchObject({
      status: 200,
      body: { display_name: 'Finance', role: 'billing', effective_role: 'billing', member_count: 1 },
    })
    expect(await role()).toBe('billing')
    const admins = await own.newGroup('x', id)
    await own.scim(
      'PATCH',
      `/Groups/${admins}`,
      patch({ op: 'replace', path: 'displayName', value: 'ADMIN' }),
    )
    expect(await role()).toBe('admin')
    await own.console('PATCH', `/groups/${admins}`, { role: 'none' })
    expect(await role()).toBe('billing')
    await own.scim('PATCH', `/Groups/${finance}`, patch({ op: 'remove', path: 'members' }))
    expect(await role()).toBe('viewer')
    await own.scim('DELETE', `/Groups/${viewers}`)
    expect(await role()).toBe('developer')
    await own.console('PATCH', '', { default_role: 'viewer' })
    expect(await role()).toBe('viewer')
  })

  it('of an operator make no operators, and change none', async () => {
    await prisma.customer.update({ where: { id: own.customerId }, data: { isOperator: true } })
    const { id, userId } = await newJoined(own)
    const admins = await own.newGroup('admin', id)
    expect(await own.roleOf(userId)).toBe('developer')
    const where = { customerId_userId: { customerId: own.customerId, userId } }
    await prisma.membership.update({ where, data: { role: 'admin' } })
    await own.scim('DELETE', `/Groups/${admins}`)
    expect(await own.roleOf(userId)).toBe('admin')
  })

  it('keep their members apart from those who are named by another organization', async () => {
    const stranger = await (await newOrganization()).newUser('stranger')
    const group = await own.newGroup('mixed')
    const add = patch({ op: 'add', path: 'members', value: [{ value: stranger }] })
    expect(await own.scim('PATCH', `/Groups/${group}`, add)).toMatchObject(refused(400, 'invalidValue'))
  })
})

describe('two at once', () => {
  it('of the same user name: one is created', async () => {
    const both = await Promise.all([1, 2].map(() => own.scim('POST', '/Users', { userName: 'same' })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  it('of a join and a deactivation: nobody stays in', async () => {
    const person = await newVerified()
    const id = await own.newUser(person.email)
    await Promise.all([person.signIn(), own.scim('PATCH', `/Users/${id}`, active(false)), person.signIn()])
    expect(await own.roleOf(person.userId)).toBeNull()
  })

  it('of groups: the role is that of the groups that remain', async () => {
    const { id, userId } = await newJoined(own)
    const groups = await Promise.all(['admin', 'billing', 'viewer'].map((name) => own.newGroup(name, id)))
    await Promise.all(groups.slice(0, 2).map((group) => own.scim('DELETE', `/Groups/${group}`)))
    expect(await own.roleOf(userId)).toBe('viewer')
  })
})

it('a person without an account can be provisioned again after deleting it', async () => {
  const { id, userId } = await newJoined(own)
  await prisma.membership.updateMany({ where: { userId }, data: { userId: null, endedAt: new Date() } })
  expect((await own.scim('GET', `/Users/${id}`)).body).toMatchObject({ active: true })
})

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { apiRoutes } from '@/app/(api)/routes'
import { moveClock } from '@/lib/account/api-keys/testing'
import { Browser } from '@/lib/account/identity/testing/browser'
import { type Mailroom, openMailroom } from '@/lib/account/identity/testing/mailroom'
import { invitationJob, mailInvitation } from '@/lib/account/organizations/invitations'
import { openDoors } from '@/lib/http/testing'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { readBoss } from '@/lib/platform/jobs/enqueue'
import { bindJob } from '@/lib/platform/jobs/job'
import { newPerson, type Person } from '../../admin/testing'
import { asking, base, field, join, password, idOf as readId } from '../testing'

const { call, close } = await openDoors(apiRoutes)
afterAll(close)
const as = asking(call)
const idOf = (person: Person) => readId(call, person)

describe('invitations', () => {
  let mailroom: Mailroom
  beforeAll(async () => {
    mailroom = await openMailroom(bindJob(invitationJob, mailInvitation))
    env().SMTP_URL = undefined
    return () => mailroom.close()
  })
  const invite = (who: Person, json: object) => as(who)('POST', `${base}/invitations`, json)
  const tokenOf = (body: unknown) => field(body, 'url').split('/').at(-1) ?? ''
  const accept = (who: { cookie: string }, token: string) =>
    as(who)('POST', `/api-account/invitations/${token}/accept`, {})
  const preview = (token: string) => call('GET', `/api-account/invitations/${token}`)
  const unusable = { status: 410, body: { error: { code: 'link_unusable' } } }

  it('let one person in once, also when two accept at the same time', async () => {
    const [owner, one, two] = [await newPerson(), await newPerson(), await newPerson()]
    const made = await invite(owner, { role: 'developer' })
    expect(made).toMatchObject({
      status: 201,
      body: { email: null, role: 'developer', status: 'pending', invited_by: 'Ann', is_mailed: false },
    })
    const token = tokenOf(made.body)
    expect(await preview(token)).toMatchObject({
      status: 200,
      body: { organization: { id: owner.caller.customerId, name: 'Ann' }, email: null, status: 'pending' },
    })
    const both = await Promise.all([accept(one, token), accept(two, token)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(await as(owner)('GET', base)).toMatchObject({ body: { member_count: 2 } })
    expect(await preview(token)).toMatchObject({ body: { status: 'accepted' } })
    expect(await as(owner)('GET', `${base}/invitations`)).toMatchObject({ body: { data: [] } })
    const winner = both.find(({ status }) => status === 200)
    const cookie = winner?.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(await as({ cookie })('GET', base)).toMatchObject({
      body: { id: owner.caller.customerId, role: 'developer' },
    })
  })

  it('with an email are for that account alone', async () => {
    const [owner, right, wrong] = [await newPerson(), await newPerson(), await newPerson()]
    const made = await invite(owner, { email: right.email.toUpperCase(), role: 'viewer' })
    const token = tokenOf(made.body)
    expect(await accept(wrong, token)).toMatchObject({
      status: 403,
      body: { error: { code: 'invitation_for_other' } },
    })
    expect(await accept(right, token)).toMatchObject({ status: 200, body: { role: 'viewer' } })
    expect(await invite(owner, { email: right.email, role: 'viewer' })).toMatchObject({
      status: 409,
      body: { error: { code: 'already_member' } },
    })
    const open = await invite(owner, { role: 'viewer' })
    expect(await accept(right, tokenOf(open.body))).toMatchObject({ status: 409 })
  })

  it('are void after a week, once withdrawn, replaced or sent again, and once the inviter may not invite', async () => {
    const [owner, guest] = [await newPerson(), await newPerson()]
    const admin = await join(owner, 'admin')
    const email = guest.email
    const first = await invite(owner, { email, role: 'viewer' })
    const second = await invite(owner, { email, role: 'viewer' })
    expect(await preview(tokenOf(first.body))).toMatchObject({ status: 404 })
    const path = `${base}/invitations/${field(second.body, 'id')}`
    moveClock(1000)
    const third = await as(owner)('POST', `${path}/resend`, {})
    expect(third).toMatchObject({ status: 200, body: { id: field(second.body, 'id') } })
    expect(await accept(guest, tokenOf(second.body))).toMatchObject({ status: 404 })
    expect(await as(owner)('DELETE', path)).toMatchObject({ status: 200 })
    expect(await as(owner)('DELETE', path)).toMatchObject({ status: 404 })
    expect(await accept(guest, tokenOf(third.body))).toMatchObject({ status: 404 })
    const byAdmin = await invite(admin, { role: 'admin' })
    await as(owner)('DELETE', `${base}/members/${admin.id}`)
    expect(await accept(admin, tokenOf(byAdmin.body))).toMatchObject(unusable)
    const late = await invite(owner, { role: 'viewer' })
    moveClock(7 * 24 * 3600 * 1000 + 60_000)
    expect(await preview(tokenOf(late.body))).toMatchObject({ body: { status: 'expired' } })
    expect(await accept(guest, tokenOf(late.body))).toMatchObject(unusable)
    vi.restoreAllMocks()
  })

  it('are made by managers of this organization alone, and owners by owners', async () => {
    const [owner, neighbour] = [await newPerson(), await newPerson()]
    const [admin, developer] = [await join(owner, 'admin'), await join(owner, 'developer')]
    expect(await invite(developer, { role: 'viewer' })).toMatchObject({ status: 403 })
    expect(await invite(admin, { role: 'owner' })).toMatchObject({ status: 403 })
    expect(
      await call('POST', `${base}/invitations`, { key: owner.key, json: { role: 'owner' } }),
    ).toMatchObject({
      status: 403,
    })
    const made = await invite(owner, { role: 'owner' })
    const path = `${base}/invitations/${field(made.body, 'id')}`
    expect(await as(neighbour)('DELETE', path)).toMatchObject({ status: 404 })
    expect(await as(neighbour)('POST', `${path}/resend`, {})).toMatchObject({ status: 404 })
    expect(await as(admin)('POST', `${path}/resend`, {})).toMatchObject({ status: 403 })
  })

  it('end with the membership of who made them, also with a key of their own', async () => {
    const owner = await newPerson()
    const admin = await join(owner, 'admin')
    const fields = { name: 'own', scopes: ['account:write'], owner: admin.id }
    const key = field((await as(admin)('POST', '/api-account/user/api-keys', fields)).body, 'key')
    const made = await call('POST', `${base}/invitations`, { key, json: { role: 'admin' } })
    expect(made).toMatchObject({ status: 201, body: { status: 'pending', invited_by: 'admin' } })
    const path = `${base}/invitations/${field(made.body, 'id')}/resend`
    const again = tokenOf((await call('POST', path, { key })).body)
    await as(owner)('DELETE', `${base}/members/${admin.id}`)
    expect(await accept(admin, again)).toMatchObject(unusable)
  })

  it.each([{ limit_usd: '1' }, { networks: ['127.0.0.1'] }, { expires_at: '2999-01-01T00:00:00Z' }])(
    'are no way around the limit of a key: %j',
    async (limit) => {
      const owner = await newPerson()
      const fields = { name: 'limited', scopes: ['account:read', 'account:write'], ...limit }
      const key = field((await as(owner)('POST', '/api-account/user/api-keys', fields)).body, 'key')
      const refused = { status: 403, body: { error: { code: 'insufficient_scope' } } }
      for (const [method, path, json] of [
        ['POST', '/invitations', { role: 'admin' }],
        ['POST', '/provisioning/token', undefined],
        ['PATCH', `/members/${await idOf(owner)}`, { limit_usd: null }],
        ['PATCH', '', { limit_usd: null }],
      ] as const)
        expect(await call(method, base + path, { key, json }), path).toMatchObject(refused)
      expect(await call('GET', `${base}/invitations`, { key })).toMatchObject({ status: 200 })
    },
  )

  it('sign up new people, also where sign-up is closed', async () => {
    const owner = await newPerson()
    const email = `${newId('usr')}@example.com`
    const token = tokenOf((await invite(owner, { email, role: 'developer' })).body)
    env().SIGN_UP = 'off'
    const signUp = (json: object) =>
      call('POST', '/api/sign-up', { json: { name: 'New', password, ...json } })
    try {
      expect(await signUp({ email })).toMatchObject({ status: 403 })
      expect(await signUp({ email: `other.${email}`, invitation: token })).toMatchObject({
        status: 403,
        body: { error: { code: 'invitation_for_other' } },
      })
      expect(await signUp({ email, invitation: token })).toMatchObject({ status: 201, body: { email } })
      expect(await signUp({ email: `more.${email}`, invitation: token })).toMatchObject(unusable)
    } finally {
      env().SIGN_UP = 'on'
    }
    const browser = new Browser()
    await browser.signIn('credentials', { email, password })
    expect(await as({ cookie: browser.cookieHeader })('GET', base)).toMatchObject({
      body: { id: owner.caller.customerId, role: 'developer' },
    })
  })

  it('keep one out who is removed while accepting', async () => {
    const [owner, guest] = [await newPerson(), await newPerson()]
    const token = tokenOf((await invite(owner, { role: 'owner' })).body)
    // Two changes of members at once, in any order, leave an owner and a whole list.
    const [accepted] = await Promise.all([
      accept(guest, token),
      as(owner)('DELETE', `${base}/members/${await idOf(owner)}`),
    ])
    const { customerId } = owner.caller
    const owners = await prisma.membership.count({ where: { customerId, role: 'owner', endedAt: null } })
    expect(owners).toBeGreaterThan(0)
    expect([200, 410]).toContain(accepted.status)
  })

  it('are mailed with the link that the inviter gets, at most three times an hour to one person', async () => {
    await mailroom.reset()
    const owner = await newPerson({ name: 'Ann: http://evil.example' })
    const email = `${newId('usr')}@example.com`
    const made = await invite(owner, { email, role: 'viewer' })
    expect(made).toMatchObject({ body: { is_mailed: true } })
    await deliverInvitations()
    const [mail = ''] = await mailroom.inbox(email)
    expect(mail).toContain(field(made.body, 'url'))
    expect(mail).not.toContain('http://evil.example')
    for (const status of [201, 201, 429])
      expect(await invite(owner, { email, role: 'viewer' })).toMatchObject({ status })
    env().SMTP_URL = undefined
  })

  it('are mailed a hundred times an hour by all organizations of one owner', async () => {
    await mailroom.reset()
    const owner = await newPerson()
    const byOrganization = async () => {
      const { body } = await as(owner)('POST', base, { name: 'Another' })
      const moved = await as(owner)('POST', `${base}/switch`, { id: field(body, 'id') })
      const cookie = moved.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const one = () =>
        as({ cookie })('POST', `${base}/invitations`, {
          email: `${newId('usr')}@example.com`,
          role: 'viewer',
        })
      const answers = await Promise.all(Array.from({ length: 40 }, one))
      return answers.filter(({ status }) => status === 201).length
    }
    const mailed = [await byOrganization(), await byOrganization(), await byOrganization()]
    expect(mailed).toEqual([40, 40, 20])
    env().SMTP_URL = undefined
  })
})

/** Sends all queued invitations, as a worker does. */
async function deliverInvitations(): Promise<void> {
  for (const { data } of (await readBoss().fetch(invitationJob.name, { batchSize: 100 })) ?? []) {
    const signal = new AbortController().signal
    const payload = invitationJob.payload.parse(data)
    await mailInvitation({ payload, attempt: 0, isLastAttempt: false, signal })
  }
}

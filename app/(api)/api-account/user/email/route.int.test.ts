import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiRoutes } from '@/app/(api)/routes'
import { createAccount, resolveOauthUser } from '@/lib/account/identity/create-account'
import { ensureDemo } from '@/lib/account/identity/demo'
import { EmailConfirmed, Profile } from '@/lib/account/identity/schema'
import { Browser } from '@/lib/account/identity/testing/browser'
import { deliverMails, type Mailroom, openMailroom } from '@/lib/account/identity/testing/mailroom'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { openDoors } from '@/lib/http/testing'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'

const { call, close } = await openDoors(apiRoutes)
let mailroom: Mailroom
let owner: Person
let wanted: string

beforeAll(async () => {
  mailroom = await openMailroom()
})
afterAll(async () => {
  close()
  await mailroom.close()
})
beforeEach(async () => {
  await mailroom.reset()
  owner = await newPerson()
  wanted = `${randomUUID()}@example.com`
})

type Person = Awaited<ReturnType<typeof newPerson>>

let people = 0
/** A signed-in person, from a network of its own, for limits are counted by network. */
async function newPerson() {
  const account = await newAccountOwner()
  const address = `198.18.0.${++people}`
  const from = { 'x-portico-peer': '127.0.0.1', 'x-forwarded-for': address }
  const browser = new Browser()
  const { email, password } = account
  expect(await browser.signIn('credentials', { email, password })).toBeNull()
  return { ...account, from, browser }
}

const headersOf = ({ from, browser }: Person) => ({ ...from, cookie: browser.cookieHeader })

const inbox = (email: string) => mailroom.inbox(email)

const link = /https:\/\/portico\.example\/confirm-email\/([\w-]{43})\n/
const tokenIn = (mail: string | undefined) => link.exec(mail ?? '')?.[1] ?? ''
const emailOf = async (userId: string) =>
  (await prisma.user.findUniqueOrThrow({ where: { id: userId } })).email
const canSignIn = async (email: string, password = owner.password) =>
  (await new Browser().signIn('credentials', { email, password })) === null
const refused = (status: number, code: string, param: string | null = null) => ({
  status,
  body: { error: { code, param } },
})

describe('Another email', () => {
  const path = '/api-account/user/email'
  const ask = (email = wanted, person: Person = owner, current_password = person.password) =>
    call('PUT', path, { headers: headersOf(person), json: { email, current_password } })
  const confirm = (token: string) => call('POST', '/api/confirm-email', { json: { token } })
  const profile = async () =>
    Profile.parse((await call('GET', '/api-account/user/profile', { headers: headersOf(owner) })).body)
  async function newToken(person = owner, email = wanted): Promise<string> {
    expect((await ask(email, person)).status).toBe(200)
    return tokenIn((await inbox(email)).at(-1))
  }

  it('counts when it is confirmed by the link that was mailed there, and the one before is told', async () => {
    const asked = await ask(`  ${wanted.toUpperCase()} `)
    expect(Profile.parse(asked.body)).toMatchObject({ email: owner.email, pending_email: wanted })
    const [mail, ...more] = await inbox(wanted)
    expect(more).toEqual([])
    expect(mail).toContain(`The account with ${owner.email} asked to change its email to this address.`)
    expect(await canSignIn(owner.email)).toBe(true)
    const done = await confirm(tokenIn(mail))
    expect(EmailConfirmed.parse(done.body)).toEqual({ email: wanted })
    expect(await profile()).toMatchObject({ email: wanted, pending_email: null })
    expect([await canSignIn(wanted), await canSignIn(owner.email)]).toEqual([true, false])
    expect((await inbox(owner.email)).at(-1)).toContain(`You now sign in with ${wanted}.`)
    expect(await confirm(tokenIn(mail))).toMatchObject(refused(410, 'link_unusable'))
  })

  it('is answered alike when it is taken, which only its owner is told', async () => {
    const other = await newPerson()
    const [free, taken] = [await ask(), await ask(other.email, await newPerson())]
    const fieldsOf = (body: unknown) => Object.keys(Profile.parse(body))
    expect([taken.status, fieldsOf(taken.body)]).toEqual([free.status, fieldsOf(free.body)])
    expect(Profile.parse(taken.body).pending_email).toBe(other.email)
    const [mail] = await inbox(other.email)
    expect(mail).toContain('Your account already uses it, so nothing changed.')
    expect(mail).not.toMatch(link)
  })

  it('goes to whoever confirms first, of two accounts that want it: 409', async () => {
    const other = await newPerson()
    const [own, its] = [await newToken(), await newToken(other)]
    const answers = await Promise.all([confirm(own), confirm(its)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const emails = [await emailOf(owner.userId), await emailOf(other.userId)]
    expect(emails.filter((email) => email === wanted)).toHaveLength(1)
  })

  it('does not take an email that somebody signs up with meanwhile: 409, as often as it is tried', async () => {
    const token = await newToken()
    await createAccount({ name: 'Bea', email: wanted, password: 'long enough' })
    for (let count = 0; count < 2; count++)
      expect(await confirm(token)).toMatchObject(refused(409, 'email_taken', 'email'))
    expect(await emailOf(owner.userId)).toBe(owner.email)
  })

  it('is the newest that was wanted, for an hour, until it is taken back: 410', async () => {
    const unusable = refused(410, 'link_unusable')
    const older = await newToken(owner, `${randomUUID()}@example.com`)
    const newer = await newToken()
    expect(await confirm(older)).toMatchObject(unusable)
    const later = Date.now() + 60 * 60_000
    vi.spyOn(clock, 'now').mockImplementation(() => new Date(later))
    expect(await confirm(newer)).toMatchObject(unusable)
    expect((await profile()).pending_email).toBeNull()
    vi.restoreAllMocks()
    const cancelled = await call('DELETE', path, { headers: headersOf(owner) })
    expect(Profile.parse(cancelled.body).pending_email).toBeNull()
    expect(await confirm(newer)).toMatchObject(unusable)
    expect(await emailOf(owner.userId)).toBe(owner.email)
  })

  it('is void when the password changes, and voids the link to set one', async () => {
    const thiefs = await newToken()
    const forgotten = () =>
      call('POST', '/api/forgot-password', { headers: headersOf(owner), json: { email: owner.email } })
    const resetToken = async () =>
      /reset-password\/([\w-]{43})/.exec((await inbox(owner.email)).at(-1) ?? '')?.[1] ?? ''
    const use = async () =>
      call('POST', '/api/reset-password', {
        json: { token: await resetToken(), new_password: owner.password },
      })
    await forgotten()
    expect((await use()).status).toBe(200)
    expect(await confirm(thiefs)).toMatchObject(refused(410, 'link_unusable'))

    const { email, password } = owner
    owner.browser = new Browser()
    expect(await owner.browser.signIn('credentials', { email, password })).toBeNull()
    const own = await newToken()
    await forgotten()
    const before = await resetToken()
    expect((await confirm(own)).status).toBe(200)
    const late = await call('POST', '/api/reset-password', {
      json: { token: before, new_password: 'a thief wants this' },
    })
    expect(late).toMatchObject(refused(410, 'link_unusable'))
  })

  it('is asked for five times an hour by one person, and three times for one address: 429', async () => {
    for (let count = 0; count < 3; count++) expect((await ask()).status).toBe(200)
    expect(await ask()).toMatchObject(refused(429, 'rate_limit_exceeded'))
    expect((await ask(`${randomUUID()}@example.com`)).status).toBe(200)
    expect(await ask(`${randomUUID()}@example.com`)).toMatchObject(refused(429, 'rate_limit_exceeded'))
    await deliverMails()
    expect(mailroom.mails).toHaveLength(1) // to the last that was wanted
  })

  it('is confirmed too for who signs in elsewhere, and that goes on', async () => {
    const { userId } = owner
    const providerAccountId = randomUUID()
    await prisma.user.update({ where: { id: userId }, data: { passwordHash: null } })
    await prisma.oauthAccount.create({ data: { provider: 'github', providerAccountId, userId } })
    const asked = await call('PUT', path, { headers: headersOf(owner), json: { email: wanted } })
    expect(asked.status).toBe(200)
    expect((await confirm(tokenIn((await inbox(wanted))[0]))).status).toBe(200)
    const known = { provider: 'github', providerAccountId, verifiedEmail: owner.email, name: null }
    expect(await resolveOauthUser(known, null)).toEqual({ userId })
  })

  it('is changed at once where no mail is sent, unless it is taken: 409', async () => {
    env().SMTP_URL = undefined
    const other = await newPerson()
    expect(await ask(other.email)).toMatchObject(refused(409, 'email_taken', 'email'))
    expect(await ask('demo@portico.local')).toMatchObject(refused(409, 'email_taken', 'email'))
    expect(Profile.parse((await ask()).body)).toMatchObject({ email: wanted, pending_email: null })
    expect([await canSignIn(wanted), await canSignIn(owner.email)]).toEqual([true, false])
    const [one, two] = [await newPerson(), await newPerson()]
    const next = `${randomUUID()}@example.com`
    const answers = await Promise.all([ask(next, one), ask(next, two)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('needs a password where nobody can prove to own it: another’s Google account must not get in', async () => {
    env().SMTP_URL = undefined
    const { userId } = owner
    await prisma.user.update({ where: { id: userId }, data: { passwordHash: null } })
    expect(await ask()).toMatchObject(refused(409, 'password_needed'))
    expect(await emailOf(userId)).toBe(owner.email)
  })

  it('leaves the demo account as it is, so that every start finds it: 409', async () => {
    const demo = await ensureDemo()
    const browser = new Browser()
    const { email = '', password = '' } = demo ?? {}
    expect(await browser.signIn('credentials', { email, password })).toBeNull()
    const headers = { cookie: browser.cookieHeader }
    const answer = await call('PUT', path, { headers, json: { email: wanted, current_password: password } })
    expect(answer).toMatchObject(refused(409, 'demo_account_fixed'))
    expect((await ask('demo@portico.local')).status).toBe(200)
    await deliverMails()
    expect(mailroom.mails).toEqual([])
    expect(await ensureDemo()).toEqual(demo)
  })

  it('is for a person who knows the password: 400, 410', async () => {
    const wrong: [object, string][] = [
      [{ email: 'nobody', current_password: owner.password }, 'email'],
      [{ email: owner.email, current_password: owner.password }, 'email'],
      [{ email: wanted }, 'current_password'],
      [{ email: wanted, current_password: 'a guess' }, 'current_password'],
    ]
    for (const [json, param] of wrong)
      expect(await call('PUT', path, { headers: headersOf(owner), json })).toMatchObject({
        status: 400,
        body: { error: { param } },
      })
    expect(await confirm('x'.repeat(43))).toMatchObject(refused(410, 'link_unusable'))
    expect(await inbox(wanted)).toEqual([])
  })
})

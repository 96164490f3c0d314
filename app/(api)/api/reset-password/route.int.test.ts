import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiRoutes } from '@/app/(api)/routes'
import { mailPerson } from '@/lib/account/identity/mail-person'
import { MailRequested, PasswordWasReset } from '@/lib/account/identity/schema'
import { Browser } from '@/lib/account/identity/testing/browser'
import { type Mailroom, openMailroom } from '@/lib/account/identity/testing/mailroom'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { openDoors } from '@/lib/http/testing'
import { clock } from '@/lib/platform/clock'
import { pool, prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'

const { call, close } = await openDoors(apiRoutes)
let mailroom: Mailroom
let owner: Awaited<ReturnType<typeof newAccountOwner>>
let headers: Record<string, string>

beforeAll(async () => {
  mailroom = await openMailroom()
})
afterAll(async () => {
  close()
  await mailroom.close()
})
beforeEach(async () => {
  await mailroom.reset()
  owner = await newAccountOwner()
  headers = visitor()
})

let visitors = 0
/** From a network of its own, for limits are counted by network. */
function visitor(): Record<string, string> {
  const address = `198.18.0.${++visitors}`
  return { 'x-portico-peer': '127.0.0.1', 'x-forwarded-for': address, 'x-forwarded-host': 'evil.example' }
}

const inbox = (email = owner.email) => mailroom.inbox(email)

const link = /https:\/\/portico\.example\/reset-password\/([\w-]{43})\n/
const tokenIn = (mail: string | undefined) => link.exec(mail ?? '')?.[1] ?? ''
const next = 'another one, longer'

async function signIn(password: string, address = headers): Promise<Browser | string> {
  const browser = new Browser(address)
  return (await browser.signIn('credentials', { email: owner.email, password })) ?? browser
}

const unusable = { status: 410, body: { error: { code: 'link_unusable' } } }

describe('a forgotten password', () => {
  const ask = (email = owner.email) => call('POST', '/api/forgot-password', { headers, json: { email } })
  const use = (token: string, password = next) =>
    call('POST', '/api/reset-password', { headers, json: { token, new_password: password } })
  async function newToken(): Promise<string> {
    expect((await ask()).status).toBe(202)
    return tokenIn((await inbox()).at(-1))
  }

  it('is replaced by a link from a mail, which works once; every session ends and its owner is told', async () => {
    const session = await signIn(owner.password)
    const cookie = typeof session === 'string' ? '' : session.cookieHeader
    const status = async () =>
      (await call('GET', '/api-account/user/profile', { headers: { cookie } })).status
    expect(await status()).toBe(200)
    const asked = await ask(`  ${owner.email.toUpperCase()}`)
    expect(MailRequested.parse(asked.body)).toEqual({ accepted: true })
    const [mail, ...more] = await inbox()
    expect(more).toEqual([])
    expect(mail).toContain('works once and expires in 60 minutes')
    const token = tokenIn(mail)
    const done = await use(token)
    expect(done.status).toBe(200)
    expect(PasswordWasReset.parse(done.body)).toEqual({ reset: true })
    expect(await status()).toBe(401)
    expect(await signIn(owner.password)).toBe('CredentialsSignin')
    expect(await signIn(next)).toBeInstanceOf(Browser)
    expect(await use(token, 'and yet another one')).toMatchObject(unusable)
    expect((await inbox())[1]).toContain('The password of your account was changed.')
  })

  it('answers for an unknown address as for a known one, and mails nobody', async () => {
    const unknown = `${randomUUID()}@example.com`
    const [known, other] = [await ask(), await ask(unknown)]
    expect([other.status, other.body]).toEqual([known.status, known.body])
    expect(await inbox(unknown)).toEqual([])
    expect(await inbox()).toHaveLength(1)
  })

  it('keeps nothing of a link but its hash', async () => {
    const token = await newToken()
    const row = await prisma.passwordReset.findFirstOrThrow({ where: { userId: owner.userId } })
    expect(Buffer.from(row.tokenHash)).toEqual(createHash('sha256').update(token).digest())
    const { rows } = await pool.query('SELECT 1 FROM pgboss.job WHERE data::text LIKE $1', [`%${token}%`])
    expect(rows).toEqual([])
  })

  it('takes a link although another was asked for since, by whomever; then all are void: 410', async () => {
    const [first, second, third] = [await newToken(), await newToken(), await newToken()]
    expect((await use(second)).status).toBe(200)
    for (const token of [first, second, third])
      expect(await use(token, 'and yet another one')).toMatchObject(unusable)
    expect(await signIn(next)).toBeInstanceOf(Browser)
  })

  it('lets one of several links win that come at the same time', async () => {
    const tokens = [await newToken(), await newToken()]
    const answers = await Promise.all(tokens.map((token, count) => use(token, `${next} ${count}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
  })

  it('takes a link for an hour: 410', async () => {
    const older = await newToken()
    const later = Date.now() + 60 * 60_000
    vi.spyOn(clock, 'now').mockImplementation(() => new Date(later))
    expect(await use(older)).toMatchObject(unusable)
    const newer = await newToken()
    expect(await prisma.passwordReset.count({ where: { userId: owner.userId } })).toBe(1)
    expect((await use(newer)).status).toBe(200)
    vi.restoreAllMocks()
    expect(await use('x'.repeat(43))).toMatchObject(unusable)
    expect(await signIn(next)).toBeInstanceOf(Browser)
  })

  it('takes a link once, also when it comes twice at the same time', async () => {
    const token = await newToken()
    const answers = await Promise.all([1, 2, 3].map((count) => use(token, `${next} ${count}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    const won = answers.findIndex(({ status }) => status === 200) + 1
    expect(await signIn(`${next} ${won}`)).toBeInstanceOf(Browser)
  })

  it('voids the link when the password is changed otherwise', async () => {
    const token = await newToken()
    const session = await signIn(owner.password)
    const cookie = typeof session === 'string' ? '' : session.cookieHeader
    const json = { current_password: owner.password, new_password: next }
    expect((await call('PUT', '/api-account/user/password', { headers: { cookie }, json })).status).toBe(200)
    expect(await use(token, 'a thief wants this')).toMatchObject(unusable)
    expect((await inbox()).at(-1)).toContain('The password of your account was changed.')
  })

  it('lets in at once who guessed too often before', async () => {
    for (let count = 0; count < 10; count++) expect(await signIn('a guess')).toBe('CredentialsSignin')
    expect(await signIn(owner.password)).toMatch(/^TooManyAttempts/)
    expect((await use(await newToken())).status).toBe(200)
    expect(await signIn(next)).toBeInstanceOf(Browser)
  })

  it('tells who signs in elsewhere to do so, unless that is offered no more', async () => {
    const { userId } = owner
    await prisma.user.update({ where: { id: userId }, data: { passwordHash: null } })
    await prisma.oauthAccount.create({
      data: { provider: 'github', providerAccountId: randomUUID(), userId },
    })
    env().GITHUB_ID = 'client'
    await ask()
    const [mail] = await inbox()
    env().GITHUB_ID = undefined
    expect(mail).toContain('Choose “Continue with GitHub” on the sign-in page.')
    expect(mail).not.toMatch(link)
    expect((await use(await newToken())).status).toBe(200)
    expect(await signIn(next)).toBeInstanceOf(Browser)
  })

  it('mails one address three times an hour, and says nothing of it', async () => {
    for (let count = 0; count < 4; count++) expect((await ask()).status).toBe(202)
    const mails = await inbox()
    expect(mails).toHaveLength(3)
    headers = visitor()
    expect((await ask()).status).toBe(202)
    expect(await inbox()).toHaveLength(3)
    expect((await use(tokenIn(mails[2]))).status).toBe(200)
  })

  it('lets one network ask twenty times an hour: 429', async () => {
    for (let count = 0; count < 20; count++)
      expect((await ask(`${randomUUID()}@example.com`)).status).toBe(202)
    const refused = await ask()
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await inbox()).toEqual([])
  })

  it('is not there where no mail is sent: 403', async () => {
    env().SMTP_URL = undefined
    expect(await ask()).toMatchObject({ status: 403, body: { error: { code: 'mail_unavailable' } } })
  })

  it('has no link for the demo account, whose password is made at start', async () => {
    const customer = { where: { id: owner.customerId } }
    await prisma.customer.update({ ...customer, data: { isDemo: true } })
    expect((await ask()).status).toBe(202)
    const mails = await inbox()
    await prisma.customer.update({ ...customer, data: { isDemo: false } })
    expect(mails).toEqual([])
  })

  it('is told of five changed passwords an hour and no more, so that no mailbox is flooded', async () => {
    const { email } = owner
    const signal = new AbortController().signal
    for (let count = 0; count < 6; count++) {
      const payload = { kind: 'password_changed', mailId: `mail_${randomUUID()}`, email } as const
      await mailPerson({ payload, attempt: 0, isLastAttempt: false, signal })
    }
    expect(await inbox()).toHaveLength(5)
  })

  it.each([
    ['/api/forgot-password', { email: 'nobody' }, 'email'],
    ['/api/forgot-password', { email: 'a@example.com', name: 'x' }, 'name'],
    ['/api/reset-password', { token: 'x', new_password: '123456789' }, 'new_password'],
    ['/api/reset-password', { token: 'x', new_password: 'x'.repeat(201) }, 'new_password'],
    ['/api/reset-password', { token: 'x'.repeat(201), new_password: next }, 'token'],
    ['/api/reset-password', { new_password: next }, 'token'],
  ])('names what is wrong at %s: 400', async (path, json, param) => {
    expect(await call('POST', path, { headers, json })).toMatchObject({
      status: 400,
      body: { error: { param } },
    })
  })
})

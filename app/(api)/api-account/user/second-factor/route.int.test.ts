import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiRoutes } from '@/app/(api)/routes'
import { createAccount } from '@/lib/account/identity/create-account'
import { PendingSecondFactor, RecoveryCodes } from '@/lib/account/identity/schema'
import { Browser } from '@/lib/account/identity/testing/browser'
import { openMailroom } from '@/lib/account/identity/testing/mailroom'
import { openDoors } from '@/lib/http/testing'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'

const { call, close } = await openDoors(apiRoutes)
afterAll(close)

const path = '/api-account/user/second-factor'
const password = 'long enough to be one'
let email: string
let userId: string
let customerId: string
let cookie: string

beforeEach(async () => {
  // Codes change every half minute: time stands still, or it could pass between the making of a code and its check.
  vi.spyOn(clock, 'now').mockReturnValue(clock.now())
  email = `${randomUUID()}@example.com`
  ;({ id: userId, customer_id: customerId } = await createAccount({ name: 'Ann', email, password }))
  const browser = new Browser()
  await browser.signIn('credentials', { email, password })
  cookie = browser.cookieHeader
})

describe('A second factor', () => {
  const post = (action: string, json: unknown) => call('POST', path + action, { headers: { cookie }, json })
  const signIn = (code?: string) =>
    new Browser().signIn('credentials', { email, password, ...(code !== undefined && { code }) })
  const codeAt = (secret: string, offset = 0) =>
    new TOTP({ secret }).generate({ timestamp: clock.now().getTime() + offset * 30_000 })

  async function begin(): Promise<string> {
    const answer = await post('', { current_password: password })
    expect(answer.status).toBe(200)
    const { secret, uri } = PendingSecondFactor.parse(answer.body)
    expect(uri).toBe(`otpauth://totp/Portico:${encodeURIComponent(email)}?secret=${secret}&issuer=Portico`)
    return secret
  }

  async function turnOn() {
    const secret = await begin()
    const answer = await post('/confirm', { code: codeAt(secret, -1) })
    expect(answer.status).toBe(200)
    return { secret, codes: RecoveryCodes.parse(answer.body).recovery_codes }
  }

  it('takes codes as keyboards and word processors write them', async () => {
    const secret = await begin()
    const wide = [...codeAt(secret, -1)].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
    const answer = await post('/confirm', { code: wide.join('') })
    const [first = '', second = ''] = RecoveryCodes.parse(answer.body).recovery_codes
    expect(await signIn(first.replaceAll('-', '–').toLowerCase())).toBeNull()
    expect(await signIn(second.replaceAll('-', '\u2212'))).toBeNull()
    const arabic = [...codeAt(secret)].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0x630))
    expect(await signIn(arabic.join(''))).toBeNull()
  })

  it('asks for nothing before a code was typed, and for a code, once each, from then on', async () => {
    await begin()
    expect(await signIn()).toBeNull()
    const { secret } = await turnOn()
    expect(await signIn()).toBe('CodeNeeded')
    expect(await signIn('')).toBe('CodeNeeded')
    const answers = await Promise.all(Array.from({ length: 3 }, () => signIn(codeAt(secret))))
    expect(answers.sort()).toEqual(['CodeWrong', 'CodeWrong', null])
    expect(await signIn(codeAt(secret, -1))).toBe('CodeWrong')
    expect(await new Browser().signIn('credentials', { email, password: 'wrong' })).toBe('CredentialsSignin')
  })

  it('lets in by each recovery code once, of which the database has digests alone', async () => {
    const { codes } = await turnOn()
    expect(new Set(codes).size).toBe(10)
    const [first = '', second = ''] = codes
    expect(first).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    const answers = await Promise.all([signIn(first), signIn(first.toLowerCase().replaceAll('-', ' '))])
    expect(answers.sort()).toEqual(['CodeWrong', null])
    expect(await signIn(second)).toBeNull()
    const profile = await call('GET', '/api-account/user/profile', { headers: { cookie } })
    expect(profile.body).toMatchObject({ second_factor: { recovery_codes_left: 8 } })
    const row = await prisma.secondFactor.findUniqueOrThrow({ where: { userId } })
    const kept = row.recoveryHashes.map((hash) => Buffer.from(hash).toString('latin1')).join()
    for (const code of codes) expect(kept).not.toContain(code.replaceAll('-', ''))
  })

  it('takes ten wrong codes in a quarter of an hour, from wherever they come: TooManyAttempts', async () => {
    const { secret } = await turnOn()
    const guess = (index: number) =>
      new Browser({ 'x-portico-peer': `203.0.113.${index}` }).signIn('credentials', {
        email,
        password,
        code: '000000',
      })
    for (let index = 0; index < 10; index++) expect(await guess(index)).toBe('CodeWrong')
    expect(await guess(10)).toBe('TooManyAttempts:15')
    expect(await signIn(codeAt(secret))).toBe('TooManyAttempts:15')
    expect((await post('/disable', { code: codeAt(secret) })).status).toBe(429)
    const later = Date.now() + 16 * 60_000
    vi.spyOn(clock, 'now').mockImplementation(() => new Date(later))
    expect(await signIn(codeAt(secret))).toBeNull()
    vi.restoreAllMocks()
  })

  it('is turned off by a code, and on again: 200, 400, 409', async () => {
    const { secret, codes } = await turnOn()
    expect(await post('', { current_password: password })).toMatchObject({
      status: 409,
      body: { error: { code: 'second_factor_on' } },
    })
    expect((await post('/confirm', { code: codeAt(secret) })).status).toBe(409)
    expect(await post('/disable', { code: '000000' })).toMatchObject({
      status: 400,
      body: { error: { param: 'code' } },
    })
    expect(await post('/disable', { code: codes[0] })).toMatchObject({
      status: 200,
      body: { second_factor: null },
    })
    expect(await signIn()).toBeNull()
    expect((await post('/disable', { code: codes[1] })).status).toBe(409)
    expect((await post('/confirm', { code: '123456' })).status).toBe(409)
    await turnOn()
  })

  it('has its recovery codes replaced by a code, all before being void: 200, 400, 409', async () => {
    expect((await post('/recovery-codes', { code: '123456' })).status).toBe(409)
    const { secret, codes } = await turnOn()
    const wrong = { status: 400, body: { error: { param: 'code' } } }
    expect(await post('/recovery-codes', { code: '000000' })).toMatchObject(wrong)
    const answer = await post('/recovery-codes', { code: codes[0] })
    expect(answer.status).toBe(200)
    const fresh = RecoveryCodes.parse(answer.body).recovery_codes
    expect(new Set([...fresh, ...codes]).size).toBe(20)
    expect(await signIn(codes[1])).toBe('CodeWrong')
    expect(await signIn(fresh[0])).toBeNull()
    expect((await post('/recovery-codes', { code: codeAt(secret) })).status).toBe(200)
    expect(await post('/recovery-codes', { code: codeAt(secret) })).toMatchObject(wrong)
    expect(await signIn(fresh[1])).toBe('CodeWrong')
  })

  it('stands in the app under the name of the installation', async () => {
    env().INSTALLATION_NAME = 'Acme: AI & Co'
    const { body } = await post('', { current_password: password })
    const { uri, secret } = PendingSecondFactor.parse(body)
    const name = 'Acme%20AI%20%26%20Co'
    expect(uri).toBe(`otpauth://totp/${name}:${encodeURIComponent(email)}?secret=${secret}&issuer=${name}`)
    env().INSTALLATION_NAME = 'Portico'
  })

  it('needs the password to begin, a right code to confirm, and a person with a password: 400, 409', async () => {
    const wrong = await post('', { current_password: 'a guess' })
    expect(wrong).toMatchObject({ status: 400, body: { error: { param: 'current_password' } } })
    await begin()
    expect(await post('/confirm', { code: '12345' })).toMatchObject({
      status: 400,
      body: { error: { param: 'code' } },
    })
    await prisma.user.update({ where: { id: userId }, data: { passwordHash: null } })
    expect(await post('', {})).toMatchObject({ status: 409, body: { error: { code: 'password_needed' } } })
    await prisma.customer.update({ where: { id: customerId }, data: { isDemo: true } })
    const demo = await post('', {})
    await prisma.customer.update({ where: { id: customerId }, data: { isDemo: false } })
    expect([401, 409]).toContain(demo.status)
  })

  it('is told of by mail where codes are made anew, and where it is turned off', async () => {
    const { codes } = await turnOn()
    const { publicUrl } = env() // the session is of this address
    const mailroom = await openMailroom()
    Object.assign(env(), { publicUrl, INSTALLATION_NAME: 'Acme' })
    try {
      await mailroom.reset()
      await post('/recovery-codes', { code: '000000' })
      expect(await mailroom.inbox(email)).toEqual([])
      const { body } = await post('/recovery-codes', { code: codes[0] })
      const [fresh = ''] = RecoveryCodes.parse(body).recovery_codes
      await post('/disable', { code: fresh })
      const [made = '', off = ''] = await mailroom.inbox(email)
      expect(made).toContain('New recovery codes were generated.')
      expect(made).not.toContain(fresh)
      expect(off).toContain('Signing in no longer requires a code.')
      const subjects = mailroom.mails.map(({ data }) => /^Subject: (.*(?:\r\n .*)*)/m.exec(data)?.[1] ?? '')
      expect(subjects.map((subject) => subject.replace(/\r\n /g, ' '))).toEqual([
        'New recovery codes for your Acme account',
        'Two-factor authentication was turned off for your Acme account',
      ])
    } finally {
      env().INSTALLATION_NAME = 'Portico'
      await mailroom.close()
    }
  })
})

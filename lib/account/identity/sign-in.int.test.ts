import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DeleteAccountRequest } from '@/lib/operator/admin/deletion-schema'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { processorMillis } from '@/lib/platform/testing/processor-time'
import { createAccount } from './create-account'
import { verifyPresentPassword } from './password'
import { readSignInOptions } from './read-sign-in-options'
import { type Account, ChangePasswordRequest, describeSignInError, SignUpRequest } from './schema'
import { readSessionFromCookies, switchedCookie } from './sessions'
import { Browser } from './testing/browser'
import { newAccountOwner } from './testing/new-account-owner'

describe('sign in', () => {
  const password = 'correct horse'
  let account: Account

  beforeEach(async () => {
    account = await createAccount({ name: 'Ann', email: `${randomUUID()}@example.com`, password })
    await prisma.signInFailure.deleteMany()
  })

  async function signedIn(): Promise<Browser> {
    const browser = new Browser()
    expect(await browser.signIn('credentials', { email: account.email, password })).toBeNull()
    return browser
  }

  describe('signing in with a password', () => {
    it('sets a cookie that scripts cannot read and other sites cannot send', async () => {
      const browser = await signedIn()
      const line = browser.setCookies.find((cookie) => cookie.startsWith('next-auth.session-token='))
      expect(line).toMatch(/HttpOnly/i)
      expect(line).toMatch(/SameSite=Lax/i)
      expect(line).toMatch(/Path=\//i)
      expect(line).not.toMatch(/Secure/i)
      expect(await readSessionFromCookies(browser.cookieHeader)).toEqual({
        userId: account.id,
        customerId: account.customer_id,
        email: account.email,
        name: 'Ann',
        organization: 'Ann',
        member: { id: expect.stringMatching(/^mbr_/), role: 'owner' },
        isOperator: false,
        isSuspended: false,
        sessionId: expect.any(String),
      })
      expect((await browser.get(['session'])).body).toMatchObject({
        user: {
          id: account.id,
          customer_id: account.customer_id,
          email: account.email,
          name: 'Ann',
          is_operator: false,
        },
      })
    })

    it('takes the email in any case', async () => {
      const browser = new Browser()
      expect(
        await browser.signIn('credentials', { email: ` ${account.email.toUpperCase()}`, password }),
      ).toBeNull()
    })

    it.each([
      ['200 characters outside of the basic plane', '😀'.repeat(200), '😀'.repeat(200)],
      ['letters written in another way', 'pä\u00DFwört ﬁnal ①', 'pa\u0308\u00DFwo\u0308rt final 1'],
      ['wide digits', '1234567890', '１２３４５６７８９０'],
    ])('takes a password of %s, here and wherever it is asked for', async (_what, set, typed) => {
      const email = `${randomUUID()}@example.com`
      await createAccount(SignUpRequest.parse({ name: 'Ann', email, password: set }))
      expect(await new Browser().signIn('credentials', { email, password: typed })).toBeNull()
      expect(ChangePasswordRequest.parse({ current_password: set, new_password: set })).toBeTruthy()
      expect(DeleteAccountRequest.parse({ current_password: set, email: null })).toBeTruthy()
      await verifyPresentPassword(email, set, '127.0.0.1')
    })

    it('takes a password as it was hashed before passwords were normalized', async () => {
      const old = 'ten ½ ™ …'
      await prisma.user.update({ where: { id: account.id }, data: { passwordHash: await hash(old) } })
      expect(await new Browser().signIn('credentials', { email: account.email, password: old })).toBeNull()
    })

    it.each([
      ['Jose\u0301@BÜCHER.example', 'JOSÉ@xn--bcher-kva.example'],
      ['r&d@intranet', 'Ｒ＆Ｄ＠intranet'],
    ])('finds the account of %s by %s', async (email, typed) => {
      const unique = randomUUID()
      await createAccount(SignUpRequest.parse({ name: 'Ann', email: unique + email, password }))
      expect(await new Browser().signIn('credentials', { email: unique + typed, password })).toBeNull()
    })

    it.each([
      ['a wrong password', () => ({ email: account.email, password: 'wrong horse 1' })],
      ['an unknown email', () => ({ email: 'nobody@example.com', password })],
      ['no password', () => ({ email: account.email })],
      ['nonsense', () => ({ email: 'x', password: 'y'.repeat(50_000) })],
    ])('refuses %s with one and the same answer', async (_what, form) => {
      const browser = new Browser()
      expect(await browser.signIn('credentials', form() as Record<string, string>)).toBe('CredentialsSignin')
      expect(browser.cookies.has('next-auth.session-token')).toBe(false)
    })

    it('refuses an account without a password', async () => {
      await prisma.user.update({ where: { id: account.id }, data: { passwordHash: null } })
      expect(await new Browser().signIn('credentials', { email: account.email, password })).toBe(
        'CredentialsSignin',
      )
    })

    it('takes as long for an unknown email as for a known one', async () => {
      const workFor = (email: string) =>
        processorMillis(() => new Browser().signIn('credentials', { email, password: 'wrong horse 1' }))
      await workFor('warm-up@example.com')
      const known = Math.min(await workFor(account.email), await workFor(account.email))
      const unknown = Math.min(await workFor('a@example.com'), await workFor('b@example.com'))
      expect(unknown).toBeGreaterThan(known / 3)
    })

    it('does not reveal internal errors', async () => {
      vi.spyOn(prisma.user, 'findUnique').mockRejectedValueOnce(new Error('secret detail'))
      const error = await new Browser().signIn('credentials', { email: account.email, password })
      expect(error).toBe('Unavailable')
      expect(describeSignInError(String(error))).toBe('Sign-in failed. Try again.')
    })
  })

  describe('guessing', () => {
    const wrong = () => ({ email: account.email, password: 'wrong horse 1' })
    const from = (address: string) => new Browser({ 'x-portico-peer': address })

    it('is refused after ten failures for one email, even with the right password, until the window is over', async () => {
      const errors = await Promise.all(
        Array.from({ length: 12 }, () => from('203.0.113.1').signIn('credentials', wrong())),
      )
      expect(errors.filter((error) => error === 'CredentialsSignin')).toHaveLength(10)
      const right = { email: account.email, password }
      const refused = await from('203.0.113.1').signIn('credentials', right)
      expect(refused).toBe('TooManyAttempts:15')
      expect(describeSignInError(String(refused))).toBe('Too many failed attempts. Try again in 15 minutes.')
      // The owner, elsewhere, is not locked out.
      expect(await from('198.51.100.1').signIn('credentials', right)).toBeNull()
      const later = Date.now() + 15 * 60_000
      vi.spyOn(clock, 'now').mockImplementation(() => new Date(later))
      expect(await from('203.0.113.1').signIn('credentials', right)).toBeNull()
      expect(await prisma.signInFailure.count({ where: { failures: { gt: 0 } } })).toBe(0)
    })

    it('ends after fifty failures from one network, whatever the emails', async () => {
      const guess = (i: number) =>
        from(`2001:db8:1:2::${i}`).signIn('credentials', {
          email: `${i}@example.com`,
          password: 'wrong horse 1',
        })
      const errors = await Promise.all(Array.from({ length: 51 }, (_, i) => guess(i)))
      expect(errors.filter((error) => error?.startsWith('TooManyAttempts'))).toHaveLength(1)
      expect(await guess(99)).toMatch(/^TooManyAttempts:/)
      expect(
        await from('2001:db8:1:3::1').signIn('credentials', { email: account.email, password }),
      ).toBeNull()
    })

    it('starts over after a success', async () => {
      for (let i = 0; i < 9; i++) await from('203.0.113.2').signIn('credentials', wrong())
      expect(await from('203.0.113.2').signIn('credentials', { email: account.email, password })).toBeNull()
      for (let i = 0; i < 9; i++)
        expect(await from('203.0.113.2').signIn('credentials', wrong())).toBe('CredentialsSignin')
    })
  })

  describe('a session', () => {
    it('ends with its user, and next-auth clears the cookie', async () => {
      const browser = await signedIn()
      await prisma.user.delete({ where: { id: account.id } })
      expect(await readSessionFromCookies(browser.cookieHeader)).toBeNull()
      expect((await browser.get(['session'])).body).toEqual({})
      expect(browser.cookies.has('next-auth.session-token')).toBe(false)
    })

    it('ends after thirty days, also where its token is cached', async () => {
      const browser = await signedIn()
      expect(await readSessionFromCookies(browser.cookieHeader)).not.toBeNull()
      const later = Date.now() + 31 * 86_400_000
      vi.spyOn(clock, 'now').mockImplementation(() => new Date(later))
      expect(await readSessionFromCookies(browser.cookieHeader)).toBeNull()
    })

    it('ends by signing out', async () => {
      const [browser, another] = [await signedIn(), await signedIn()]
      const copied = browser.cookieHeader
      await browser.post(['signout'], {})
      expect(browser.cookies.has('next-auth.session-token')).toBe(false)
      expect(await readSessionFromCookies(copied)).toBeNull()
      expect(await readSessionFromCookies(another.cookieHeader)).not.toBeNull()
    })

    it.each(['', 'next-auth.session-token=', 'next-auth.session-token=x.y.z', 'other=1; x'])(
      'is not read from %j',
      async (cookies) => expect(await readSessionFromCookies(cookies)).toBeNull(),
    )

    it('is not read from a token that was signed elsewhere', async () => {
      const browser = await signedIn()
      const cookies = browser.cookieHeader
      env().NEXTAUTH_SECRET = 'another-secret-0123456789-0123456789-abc'
      expect(await readSessionFromCookies(cookies)).toBeNull()
      env().NEXTAUTH_SECRET = 'a-secret-for-tests-only-0123456789abcdef'
    })

    // nextauthjs/next-auth#7345, nextauthjs/next-auth#11569
    it('is found among the cookies of another application at the parent domain', async () => {
      const browser = await signedIn()
      const foreign = (name: string) => `next-auth.session-token${name}=eyJhbGciOiJkaXIifQ..x.y.z`
      const cookies = [foreign(''), foreign('.0'), browser.cookieHeader, foreign(''), foreign('.1')].join(
        '; ',
      )
      const session = await readSessionFromCookies(cookies)
      expect(session).toMatchObject({ email: account.email })
      const both = new Browser()
      vi.spyOn(both, 'cookieHeader', 'get').mockReturnValue(cookies)
      expect((await both.get(['session'])).body).toMatchObject({ user: { email: account.email } })
      const switched = await switchedCookie(cookies, session?.customerId ?? '')
      expect(await readSessionFromCookies(switched?.split(';')[0] ?? '')).toEqual(session)
      await both.post(['signout'], {})
      expect(await readSessionFromCookies(cookies)).toBeNull()
    })

    // langfuse/langfuse#15754
    it.each(['WEB-INF/web.xml', '%', 'mailto:ann@example.com', '//x:99999999', 'http:', '/%E0%A4%A'])(
      'works although the browser keeps %j as the page to open',
      async (kept) => {
        const browser = new Browser()
        browser.cookies.set('next-auth.callback-url', kept)
        expect((await browser.get(['session'])).status).toBe(200)
        expect(await browser.signIn('credentials', { email: account.email, password })).toBeNull()
        expect((await browser.get(['session'])).body).toMatchObject({ user: { email: account.email } })
      },
    )

    it('redirects only to our origin', async () => {
      const browser = new Browser()
      const target = async (callbackUrl: string) => {
        const { body } = await browser.post(['callback', 'credentials'], {
          email: account.email,
          password,
          callbackUrl,
        })
        return Reflect.get(Object(body), 'url')
      }
      expect(await target('/console/keys')).toBe('http://localhost:3000/console/keys')
      expect(await target('https://evil.example/')).toBe('http://localhost:3000')
      expect(await target('//evil.example/')).toBe('http://localhost:3000')
      expect(await target('javascript:alert(1)')).toBe('http://localhost:3000')
    })
  })

  describe('other sign-in methods', () => {
    it('are offered when they are configured', async () => {
      const offered = () =>
        readSignInOptions().services.flatMap(({ id, isOffered }) => (isOffered ? [id] : []))
      expect(readSignInOptions().demo).toBe('locked')
      expect(offered()).toEqual([])
      expect(Object.keys(Object((await new Browser().get(['providers'])).body))).toEqual([
        'credentials',
        'second-factor',
        'demo',
      ])
      Object.assign(env(), {
        GITHUB_ID: 'a',
        GITHUB_SECRET: 'b',
        GOOGLE_CLIENT_ID: 'c',
        GOOGLE_CLIENT_SECRET: 'd',
      })
      expect(offered()).toEqual(['github', 'google'])
      expect(Object.keys(Object((await new Browser().get(['providers'])).body))).toEqual([
        'credentials',
        'second-factor',
        'demo',
        'github',
        'google',
      ])
      const { body } = await new Browser().post(['signin', 'github'], {})
      const url = new URL(String(Reflect.get(Object(body), 'url')))
      expect(url.origin + url.pathname).toBe('https://github.com/login/oauth/authorize')
      expect(url.searchParams.get('redirect_uri')).toBe('http://localhost:3000/api/auth/callback/github')
      expect(url.searchParams.get('state')).toBeTruthy()
      Object.assign(env(), { GITHUB_ID: undefined, GOOGLE_CLIENT_ID: undefined })
    })
  })
})

describe('password', () => {
  const address = '198.19.0.1'

  it('says that a password is wrong', async () => {
    const { email } = await newAccountOwner()
    const wrong = { code: 'invalid_parameter', param: 'current_password' }
    await expect(verifyPresentPassword(email, 'a guess', address)).rejects.toMatchObject(wrong)
  })

  it('does not say so for a person deleted concurrently', async () => {
    const gone = verifyPresentPassword(`${randomUUID()}@example.com`, 'long enough', address)
    await expect(gone).rejects.toMatchObject({ code: 'not_found' })
  })
})

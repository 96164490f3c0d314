import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { sealBytes } from '@/lib/platform/secrets'
import { readSignInOptions } from './read-sign-in-options'
import { describeSignInError } from './schema'
import { Browser } from './testing/browser'
import { newPerson, openOidc, sessionOf } from './testing/oidc-visits'

const { provider, leave, signIn, close } = await openOidc()
afterAll(close)

describe('oidc', () => {
  describe("the operator's own identity provider", () => {
    it('is offered by its name, with state, nonce and PKCE', async () => {
      expect(readSignInOptions().services).toContainEqual({ id: 'oidc', name: 'Acme', isOffered: true })
      const asked = await leave(new Browser())
      expect(asked.origin + asked.pathname).toBe(`${provider.issuer}/authorize`)
      expect(Object.fromEntries(asked.searchParams)).toMatchObject({
        client_id: 'portico',
        redirect_uri: 'http://localhost:3000/api/auth/callback/oidc',
        response_type: 'code',
        scope: 'openid email profile',
        code_challenge_method: 'S256',
        state: expect.stringMatching(/.{20}/),
        nonce: expect.stringMatching(/.{20}/),
      })
    })

    // alerta/alerta-webui#545, skyhook-io/radar#712 (Dex)
    it('is asked for the scopes that the operator sets', async () => {
      env().OIDC_SCOPE = 'openid email groups'
      const asked = await leave(new Browser())
      env().OIDC_SCOPE = 'openid email profile'
      expect(asked.searchParams.get('scope')).toBe('openid email groups')
    })

    it('signs in a new person, and the same one again', async () => {
      const ann = newPerson()
      const [first, second] = [new Browser(), new Browser()]
      expect((await signIn(first, ann)).pathname).toBe('/')
      const session = await sessionOf(first)
      expect(session).toMatchObject({ email: ann.email, name: 'Ann', isOperator: false })
      await signIn(second, { ...ann, email: 'moved@example.com' })
      expect(await sessionOf(second)).toEqual({ ...session, sessionId: expect.any(String) })
    })

    it('may give the email only by userinfo, and email_verified as a string', async () => {
      const { sub, name, email } = newPerson()
      const browser = new Browser()
      await signIn(browser, { sub }, { sub, name, email, email_verified: 'true' })
      expect(await sessionOf(browser)).toMatchObject({ email, name })
    })

    it.each([
      ['an email that is not verified', { email_verified: false }],
      ['an email of which it does not say that it is verified', { email_verified: undefined }],
      ['no email', { email: undefined }],
    ])('makes no account with %s', async (_what, lacking) => {
      const browser = new Browser()
      const claims = { ...newPerson(), ...lacking }
      const ended = await signIn(browser, claims)
      expect(ended.searchParams.get('error')).toBe('EmailNotVerified')
      expect(await sessionOf(browser)).toBeNull()
      expect(await prisma.oauthAccount.count({ where: { providerAccountId: claims.sub } })).toBe(0)
    })

    describe('that the operator trusts', () => {
      const unsaid = () => ({ ...newPerson(), email_verified: undefined })
      beforeEach(() => {
        env().OIDC_TRUST_EMAIL = 'on'
        return () => {
          env().OIDC_TRUST_EMAIL = 'off'
        }
      })

      it('signs in a person whose email has no email_verified', async () => {
        const [nobody, claims] = [new Browser(), unsaid()]
        await signIn(nobody, { ...claims, email_verified: null })
        expect(await sessionOf(nobody)).toMatchObject({ email: claims.email })
      })

      it.each(['upn', 'preferred_username'])(
        'takes the email in %s where there is no other',
        async (claim) => {
          const [browser, { email, ...claims }] = [new Browser(), unsaid()]
          await signIn(browser, { ...claims, email: null, [claim]: email })
          expect(await sessionOf(browser)).toMatchObject({ email })
        },
      )

      it.each([false, 'false', 0])(
        'still believes that an email is not verified: %j',
        async (email_verified) => {
          const ended = await signIn(new Browser(), { ...unsaid(), email_verified })
          expect(ended.searchParams.get('error')).toBe('EmailNotVerified')
        },
      )
    })

    it('takes claims as providers send them', async () => {
      const browser = new Browser()
      const { email } = newPerson()
      const sub = Math.floor(Math.random() * 2 ** 40)
      const odd = { name: null, picture: 'data:,', given_name: 'Zoë', family_name: `${'X'.repeat(96)}😀😀` }
      await signIn(browser, { ...odd, sub, email: [email], email_verified: 'True', groups: [] })
      expect(await sessionOf(browser)).toMatchObject({ email, name: `Zoë ${'X'.repeat(96)}` })
      expect(await prisma.oauthAccount.count({ where: { providerAccountId: String(sub) } })).toBe(1)
    })

    it('does not merge two people with long numeric ids', async () => {
      const ended = await signIn(new Browser(), { ...newPerson(), sub: 2 ** 60 })
      expect(ended.searchParams.get('error')).toBe('OAuthCallback')
    })

    it('does not apply email_verified of the token to another email of userinfo', async () => {
      const { sub, name, email, ...said } = newPerson()
      const ended = await signIn(
        new Browser(),
        { sub, email: 'ann@example.com', ...said },
        { sub, name, email },
      )
      expect(ended.searchParams.get('error')).toBe('EmailNotVerified')
    })

    it('reports an unusable email', async () => {
      const ended = await signIn(new Browser(), { ...newPerson(), email: 'Ann <ann@example.com>' })
      expect(describeSignInError(String(ended.searchParams.get('error')))).toMatch('can’t be used here')
    })

    it.each([
      ['a token for another client', { aud: 'another' }, undefined],
      ['a token of another issuer', { iss: 'https://elsewhere.example' }, undefined],
      ['a token that has expired', { exp: 1_700_000_000 }, undefined],
      ['a token that answers another browser', { nonce: 'another' }, undefined],
      ['somebody else when it is asked', {}, { sub: 'somebody else' }],
    ])('is not believed with %s', async (_what, wrong, userinfo) => {
      const browser = new Browser()
      const ended = await signIn(browser, { ...newPerson(), ...wrong }, userinfo)
      expect(ended.searchParams.get('error')).toBe('OAuthCallback')
      expect(await sessionOf(browser)).toBeNull()
    })

    // nextauthjs/next-auth#3559, karakeep-app/karakeep#1524 (Kanidm), twentyhq/twenty#22780 (Logto)
    describe('that signs otherwise than by RS256', () => {
      beforeEach(() => () => Object.assign(provider, { algorithm: 'RS256', listed: ['RS256'] }))

      it.each([
        ['ES256', ['ES256']],
        ['ES384', ['RS256', 'ES384']],
        ['EdDSA', ['EdDSA']],
      ] as const)('signs in by %s', async (algorithm, listed) => {
        Object.assign(provider, { algorithm, listed })
        const [browser, ann] = [new Browser(), newPerson()]
        await signIn(browser, ann)
        expect(await sessionOf(browser)).toMatchObject({ email: ann.email })
      })

      it.each([
        ['an algorithm that it does not list', 'ES256', ['RS256']],
        ['no signature', 'none', ['RS256', 'none']],
      ] as const)('is not believed with %s', async (_what, algorithm, listed) => {
        Object.assign(provider, { algorithm, listed })
        const browser = new Browser()
        expect((await signIn(browser, newPerson())).searchParams.get('error')).toBe('OAuthCallback')
        expect(await sessionOf(browser)).toBeNull()
      })
    })

    it('reports a provider that does not respond', async () => {
      env().OIDC_ISSUER = 'http://127.0.0.1:1'
      const error = (await leave(new Browser())).searchParams.get('error')
      expect(describeSignInError(String(error))).toMatch('did not respond')
      env().OIDC_ISSUER = provider.issuer
    })

    describe('with a second factor on', () => {
      const secret = new Secret()
      const codeAt = (offset: number) => TOTP.generate({ secret, timestamp: Date.now() + offset * 30_000 })

      /** A person with a second factor and an account at the provider. */
      async function guarded() {
        const ann = newPerson()
        const browser = new Browser()
        await signIn(browser, ann)
        const session = await sessionOf(browser)
        const userId = session?.userId ?? ''
        const factor = { sealedSecret: sealBytes(`second-factor:${userId}`, secret.bytes), lastStep: 0 }
        await prisma.secondFactor.create({
          data: { userId, ...factor, recoveryHashes: [], confirmedAt: new Date() },
        })
        return { ann, userId, browser }
      }

      const giveCode = (browser: Browser, code: string) => browser.signIn('second-factor', { code })

      /** A browser with the same cookies. */
      function copyOf(browser: Browser): Browser {
        const copy = new Browser()
        for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
        return copy
      }

      it('there is no session before a correct code, which works once', async () => {
        const { ann, userId } = await guarded()
        const browser = new Browser()
        const ended = await signIn(browser, ann)
        expect(ended.pathname + ended.search).toBe('/sign-in/code?callbackUrl=%2F')
        expect(browser.setCookies.filter((line) => line.includes('session-token'))).toEqual([])
        const line = browser.setCookies.find((one) => one.includes('pending-sign-in'))
        expect(line).toMatch(/; Max-Age=600; HttpOnly; SameSite=Lax$/)
        expect(await sessionOf(browser)).toBeNull()
        expect(await giveCode(browser, '')).toBe('CodeNeeded')
        expect(await giveCode(browser, '000000')).toBe('CodeWrong')
        const copy = copyOf(browser)
        expect(await giveCode(browser, codeAt(0))).toBeNull()
        expect(await sessionOf(browser)).toMatchObject({ userId })
        expect(browser.cookieHeader).not.toContain('pending-sign-in')
        expect(await giveCode(copy, codeAt(1))).toBe('SignInExpired')
        expect(await sessionOf(copy)).toBeNull()
      })

      it('a code signs in only the person that the service named to that browser', async () => {
        const [{ ann }, { ann: bob, userId: bobsId }] = [await guarded(), await guarded()]
        expect(await giveCode(new Browser(), codeAt(0))).toBe('SignInExpired')
        const browser = new Browser()
        await signIn(browser, ann)
        const pending = browser.cookies.get('portico.pending-sign-in') ?? ''
        const forged = new Browser()
        forged.cookies.set('next-auth.session-token', pending)
        expect(await sessionOf(forged)).toBeNull()
        forged.cookies.set('portico.pending-sign-in', `${pending.slice(0, -4)}AAAA`)
        expect(await giveCode(forged, codeAt(0))).toBe('SignInExpired')
        // Who comes last waits in that browser.
        await signIn(browser, bob)
        expect(await giveCode(browser, codeAt(0))).toBeNull()
        expect(await sessionOf(browser)).toMatchObject({ userId: bobsId })
      })

      it('expires after ten minutes, and when the account is disconnected or all sessions are ended', async () => {
        const { ann, userId } = await guarded()
        const waits = async () => {
          const browser = new Browser()
          await signIn(browser, ann)
          return browser
        }
        const [late, ended, unlinked] = [await waits(), await waits(), await waits()]
        const later = Date.now() + 10 * 60_000
        vi.spyOn(clock, 'now').mockImplementation(() => new Date(later))
        expect(await giveCode(late, codeAt(20))).toBe('SignInExpired')
        vi.restoreAllMocks()
        await prisma.user.update({ where: { id: userId }, data: { sessionGeneration: 1 } })
        expect(await giveCode(ended, codeAt(0))).toBe('SignInExpired')
        await prisma.user.update({ where: { id: userId }, data: { sessionGeneration: 0 } })
        await prisma.oauthAccount.deleteMany({ where: { userId } })
        expect(await giveCode(unlinked, codeAt(0))).toBe('SignInExpired')
      })

      it('ten wrong codes are the limit, across all sign-in methods', async () => {
        const { ann } = await guarded()
        for (let index = 0; index < 10; index++) {
          const browser = new Browser({ 'x-portico-peer': `203.0.113.${index}` })
          await signIn(browser, ann)
          expect(await giveCode(browser, '000000')).toBe('CodeWrong')
        }
        const browser = new Browser()
        await signIn(browser, ann)
        expect(await giveCode(browser, codeAt(0))).toMatch(/^TooManyAttempts:/)
        expect(await sessionOf(browser)).toBeNull()
      })

      it('connecting a service while signed in needs no code; another signed-in person does', async () => {
        const { ann, userId, browser } = await guarded()
        expect((await signIn(browser, ann)).pathname).toBe('/')
        expect(await sessionOf(browser)).toMatchObject({ userId })
        const neighbour = new Browser()
        await signIn(neighbour, newPerson())
        const before = await sessionOf(neighbour)
        expect((await signIn(neighbour, ann)).pathname).toBe('/sign-in/code')
        expect(await sessionOf(neighbour)).toEqual(before)
      })
    })

    it('returns its answer only to the browser that asked', async () => {
      const back = provider.signIn(await leave(new Browser()), newPerson())
      const another = new Browser()
      const { location } = await another.get(['callback', 'oidc'], back)
      expect(new URL(String(location), 'http://localhost:3000').searchParams.get('error')).toBe(
        'OAuthCallback',
      )
      expect(await sessionOf(another)).toBeNull()
    })
  })
})

import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { createAccount } from './create-account'
import { readSignInOptions } from './read-sign-in-options'
import { type OauthIdentity, resolveOauthUser } from './resolve-oauth-user'
import { describeSignInError } from './schema'
import { readSessionFromCookies } from './session'
import { Browser } from './testing/browser'

type Claims = Record<string, unknown>
type Grant = { nonce: string; challenge: string; claims: Claims; told: Claims }

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An identity provider that speaks OpenID Connect, with one client and whoever it is told to sign in. */
class OidcIssuer {
  readonly client = { id: 'portico', secret: 'of the client' }
  issuer = ''
  readonly #grants = new Map<string, Grant>()
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then(
      (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
      () => response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}'),
    )
  })

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** What comes back in the address after somebody has signed in there: `claims` in the ID token, `told` when asked. */
  signIn(asked: URL, claims: Claims, told: Claims = { sub: claims.sub }): Record<string, string> {
    const given = (name: string) => asked.searchParams.get(name) ?? ''
    const code = `code-${this.#grants.size}`
    this.#grants.set(code, { nonce: given('nonce'), challenge: given('code_challenge'), claims, told })
    return { code, state: given('state') }
  }

  async #answer(request: IncomingMessage): Promise<object> {
    if (request.url === '/.well-known/openid-configuration') return this.#discovery()
    if (request.url === '/keys')
      return { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }] }
    if (request.url === '/token') return this.#exchange(request, new URLSearchParams(await text(request)))
    const grant = this.#grants.get((request.headers.authorization ?? '').replace('Bearer ', ''))
    if (request.url === '/userinfo' && grant) return grant.told
    throw new Error('not asked like that')
  }

  #discovery(): object {
    const { issuer } = this
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }
  }

  #exchange({ headers }: IncomingMessage, form: URLSearchParams): object {
    const code = form.get('code') ?? ''
    const grant = this.#grants.get(code)
    const secret = `Basic ${Buffer.from(`${this.client.id}:${encodeURIComponent(this.client.secret).replaceAll('%20', '+')}`).toString('base64')}`
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || headers.authorization !== secret || challenge !== grant.challenge)
      throw new Error('refused')
    return { access_token: code, token_type: 'Bearer', id_token: this.#idToken(grant) }
  }

  #idToken({ nonce, claims }: Grant): string {
    const now = Math.floor(Date.now() / 1000)
    const standard = { iss: this.issuer, aud: this.client.id, iat: now, exp: now + 60, nonce }
    const signed = `${encode({ alg: 'RS256', kid: 'one' })}.${encode({ ...standard, ...claims })}`
    return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), keys.privateKey).toString('base64url')}`
  }
}

describe('oidc', () => {
  const provider = new OidcIssuer()

  beforeAll(async () => {
    await provider.start()
    Object.assign(env(), {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.client.id,
      OIDC_CLIENT_SECRET: provider.client.secret,
      OIDC_NAME: 'Acme',
    })
  })
  afterAll(async () => {
    Object.assign(env(), { OIDC_ISSUER: undefined })
    await provider.stop()
  })

  const person = () => ({
    sub: randomUUID(),
    name: 'Ann',
    email: `${randomUUID()}@example.com`,
    email_verified: true,
  })

  /** Where the browser is sent to sign in. */
  async function leave(browser: Browser): Promise<URL> {
    const { body } = await browser.post(['signin', 'oidc'], {})
    return new URL(String(Reflect.get(Object(body), 'url')))
  }

  /** Where the browser ends up after signing in there. */
  async function signIn(browser: Browser, claims: object, told?: object): Promise<URL> {
    const back = provider.signIn(await leave(browser), { ...claims }, told && { ...told })
    const { location } = await browser.get(['callback', 'oidc'], back)
    return new URL(String(location), 'http://localhost:3000')
  }

  const sessionOf = (browser: Browser) => readSessionFromCookies(browser.cookieHeader)

  describe("the operator's own identity provider", () => {
    it('is offered by its name, and asked with everything that ties the answer to this browser', async () => {
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

    it('signs in a new person, and the same one again', async () => {
      const ann = person()
      const [first, second] = [new Browser(), new Browser()]
      expect((await signIn(first, ann)).pathname).toBe('/')
      const session = await sessionOf(first)
      expect(session).toMatchObject({ email: ann.email, name: 'Ann', isOperator: false })
      await signIn(second, { ...ann, email: 'moved@example.com' })
      expect(await sessionOf(second)).toEqual({ ...session, sessionId: expect.any(String) })
    })

    it('may tell the email only when it is asked, and quote that it is verified', async () => {
      const { sub, name, email } = person()
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
      const claims = { ...person(), ...lacking }
      const ended = await signIn(browser, claims)
      expect(ended.searchParams.get('error')).toBe('EmailNotVerified')
      expect(await sessionOf(browser)).toBeNull()
      expect(await prisma.oauthAccount.count({ where: { providerAccountId: claims.sub } })).toBe(0)
    })

    it.each([
      ['a token for another client', { aud: 'another' }, undefined],
      ['a token of another issuer', { iss: 'https://elsewhere.example' }, undefined],
      ['a token that has expired', { exp: 1_700_000_000 }, undefined],
      ['a token that answers another browser', { nonce: 'another' }, undefined],
      ['somebody else when it is asked', {}, { sub: 'somebody else' }],
    ])('is not believed with %s', async (_what, wrong, told) => {
      const browser = new Browser()
      const ended = await signIn(browser, { ...person(), ...wrong }, told)
      expect(ended.searchParams.get('error')).toBe('OAuthCallback')
      expect(await sessionOf(browser)).toBeNull()
    })

    it('is said to have failed while it does not answer', async () => {
      env().OIDC_ISSUER = 'http://127.0.0.1:1'
      const error = (await leave(new Browser())).searchParams.get('error')
      expect(describeSignInError(String(error))).toMatch('did not answer')
      env().OIDC_ISSUER = provider.issuer
    })

    it('gives its answer to the browser that asked, and to no other', async () => {
      const back = provider.signIn(await leave(new Browser()), person())
      const another = new Browser()
      const { location } = await another.get(['callback', 'oidc'], back)
      expect(new URL(String(location), 'http://localhost:3000').searchParams.get('error')).toBe(
        'OAuthCallback',
      )
      expect(await sessionOf(another)).toBeNull()
    })
  })
})

describe('resolve oauth user', () => {
  function identity(overrides: Partial<OauthIdentity> = {}): OauthIdentity {
    return {
      provider: 'github',
      providerAccountId: randomUUID(),
      verifiedEmail: `${randomUUID()}@example.com`,
      name: 'Ann',
      ...overrides,
    }
  }

  describe('resolveOauthUser', () => {
    it('makes a user and its customer the first time, and finds it from then on', async () => {
      const ann = identity()
      const first = await resolveOauthUser(ann, null)
      const user = await prisma.user.findUniqueOrThrow({ where: { email: ann.verifiedEmail ?? '' } })
      expect(first).toEqual({ userId: user.id })
      expect(user).toMatchObject({ name: 'Ann', passwordHash: null })
      // The email may change at the other service: the account there is what counts.
      expect(await resolveOauthUser({ ...ann, verifiedEmail: 'new@example.com' }, null)).toEqual(first)
      expect(await resolveOauthUser({ ...ann, verifiedEmail: null }, null)).toEqual(first)
    })

    it('refuses an email that the service has not verified', async () => {
      for (const verifiedEmail of [null, 'nonsense'])
        expect(await resolveOauthUser(identity({ verifiedEmail }), null)).toEqual({
          refused: 'EmailNotVerified',
        })
    })

    it('makes accounts for nobody while signing up is closed, but for whom the own provider lets in', async () => {
      const known = identity()
      const before = await resolveOauthUser(known, null)
      env().SIGN_UP = 'off'
      try {
        for (const provider of ['github', 'google'])
          expect(await resolveOauthUser(identity({ provider }), null)).toEqual({ refused: 'SignUpClosed' })
        expect(await resolveOauthUser(known, null)).toEqual(before)
        expect(await resolveOauthUser(identity({ provider: 'oidc' }), null)).toHaveProperty('userId')
      } finally {
        env().SIGN_UP = 'on'
      }
    })

    it('joins two services that verified the same email', async () => {
      const ann = identity()
      const first = await resolveOauthUser(ann, null)
      const google = identity({ provider: 'google', verifiedEmail: ann.verifiedEmail?.toUpperCase() ?? null })
      expect(await resolveOauthUser(google, null)).toEqual(first)
    })

    it('gives nobody an account that has a password, unless its owner is signed in', async () => {
      const email = `${randomUUID()}@example.com`
      const account = await createAccount({ name: 'Mallory', email, password: 'correct horse' })
      const ann = identity({ verifiedEmail: email })
      expect(await resolveOauthUser(ann, null)).toEqual({ refused: 'OAuthAccountNotLinked' })
      expect(await resolveOauthUser(ann, 'usr_somebody')).toEqual({ refused: 'OAuthAccountNotLinked' })
      expect(await prisma.oauthAccount.count({ where: { userId: account.id } })).toBe(0)
      expect(await resolveOauthUser(ann, account.id)).toEqual({ userId: account.id })
      expect(await resolveOauthUser(ann, null)).toEqual({ userId: account.id })
    })

    it('makes one user however many sign-ins arrive at once', async () => {
      const ann = identity()
      const all = await Promise.all(Array.from({ length: 6 }, () => resolveOauthUser(ann, null)))
      expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1)
      expect(all[0]).toHaveProperty('userId')
    })

    it('keeps names printable', async () => {
      const odd = identity({ name: '\u0000\n ' })
      await resolveOauthUser(odd, null)
      expect(
        await prisma.user.findUniqueOrThrow({ where: { email: odd.verifiedEmail ?? '' } }),
      ).toMatchObject({
        name: odd.verifiedEmail,
      })
    })
  })
})

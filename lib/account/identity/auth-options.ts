import type { Account, NextAuthOptions, Profile, User } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import GithubProvider from 'next-auth/providers/github'
import GoogleProvider from 'next-auth/providers/google'
import type { OAuthConfig, UserinfoEndpointHandler } from 'next-auth/providers/oauth'
import { z } from 'zod'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { resolveOauthUser } from './create-account'
import { verifyDemoVisitor } from './demo'
import { verifyCredentials } from './password'
import { findUserById, findUserByOauth } from './repository'
import { checkSecondFactor, endPendingSignIn, pendingSignInCookie, readPendingSignIn } from './second-factor'
import {
  endSession,
  findCookie,
  readPerson,
  readSessionToken,
  SESSION_SECONDS,
  sessionClaims,
  sessionCookieName,
  usesSecureCookies,
} from './sessions'

/** Of a CommonJS module, of which Node gives the whole and a bundler the default. */
export function defaultOf<Value>(imported: Value): Value {
  return typeof imported === 'function' ? imported : Reflect.get(Object(imported), 'default')
}

/** What next-auth gives no access to: the request's cookies, its client, and a line that sets or clears a cookie. */
type AuthExchange = { cookieHeader: string; address: string; setCookie: (line: string) => void }

/** next-auth, set up for one request: linking another service's account depends on who is signed in already. */
export function authOptions(exchange: AuthExchange): NextAuthOptions {
  return {
    secret: env().NEXTAUTH_SECRET,
    useSecureCookies: usesSecureCookies(),
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    providers: providers(exchange),
    callbacks: {
      redirect: ({ url, baseUrl }) => sameOriginUrl(url, baseUrl),
      signIn: ({ user, account, profile }) => allowSignIn(user, account, profile, exchange),
      // `user` and `account` come with a sign-in alone; afterwards the token is what it was.
      jwt: ({ token, user, account }) => (account ? tokenFor(user, account) : token),
      session: async ({ session, token }) => ({ ...session, user: await describePerson(token) }),
    },
    events: { signOut: ({ token }) => endSession(token) },
    logger: {
      error: (code) => logger.warn({ code }, 'next-auth reported an error'),
      warn: (code) => logger.debug({ code }, 'next-auth reported a warning'),
      debug: () => undefined,
    },
  }
}

/** Only ever back to us: anything else in `callbackUrl` leads home. */
function sameOriginUrl(url: string, baseUrl: string): string {
  const target = URL.parse(url, baseUrl)
  return target?.origin === baseUrl ? target.href : baseUrl
}

/**
 * By the claims of OpenID Connect (some providers quote `email_verified`), and the shape that `readGithubProfile` gives
 * GitHub's. Entra ID never says `email_verified`, and has the address of some people in their user name alone: the operator
 * may trust its own provider in that. What is said to be unverified stays so.
 */
function verifiedEmailOf(provider: string, profile: Profile | undefined): string | null {
  const claims = z.record(z.string(), z.unknown()).safeParse(profile).data ?? {}
  const says = String(claims.email_verified ?? '').toLowerCase()
  const email = textOf(claims.email)
  if (says === 'true' || says === '1') return email ?? null
  if (says !== '' || provider !== 'oidc' || env().OIDC_TRUST_EMAIL === 'off') return null
  return (
    [email, claims.upn, claims.preferred_username].map(textOf).find((text) => text?.includes('@')) ?? null
  )
}

/** A claim, which some providers wrap in a list, leave empty or send as a number. */
function textOf(claim: unknown): string | undefined {
  const value: unknown = Array.isArray(claim) ? claim[0] : claim
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).trim() || undefined
    : undefined
}

async function allowSignIn(
  user: User,
  account: Account | null,
  profile: Profile | undefined,
  { cookieHeader, setCookie }: AuthExchange,
) {
  if (account?.type !== 'oauth') return true
  const cookie = findCookie(cookieHeader, sessionCookieName())
  const signedIn = cookie ? await readSessionToken(cookie) : null
  const identity = {
    provider: account.provider,
    providerAccountId: account.providerAccountId,
    verifiedEmail: verifiedEmailOf(account.provider, profile),
    name: user.name ?? null,
  }
  const resolved = await resolveOauthUser(identity, signedIn?.userId ?? null)
  if ('refused' in resolved) return `/sign-in?error=${resolved.refused}`
  // Who is signed in gave a code then.
  if (resolved.userId === signedIn?.userId) return true
  const pending = await pendingSignInCookie(account, resolved.userId)
  if (pending === undefined) return true
  setCookie(pending)
  return `/sign-in/code?callbackUrl=${encodeURIComponent(destinationOf(cookieHeader))}`
}

/** The destination of the sign-in, which next-auth keeps in a cookie until then. */
function destinationOf(cookieHeader: string): string {
  const name = `${usesSecureCookies() ? '__Secure-' : ''}next-auth.callback-url`
  const target = URL.parse(decodeURIComponent(findCookie(cookieHeader, name) ?? ''), env().publicUrl)
  return target === null ? '/' : target.pathname + target.search
}

async function tokenFor(user: User, account: Account) {
  const person =
    account.type === 'oauth'
      ? await findUserByOauth(account.provider, account.providerAccountId)
      : await findUserById(user.id)
  if (person === null) throw new Error('the person who signs in is gone')
  return sessionClaims(person)
}

/** The response of `GET /api/auth/session`. Throwing ends the session: next-auth then clears the cookie. */
async function describePerson(token: unknown) {
  const person = await readPerson(token)
  if (person === null) throw new Error('the person who was signed in is gone')
  return {
    id: person.userId,
    customer_id: person.customerId,
    name: person.name,
    email: person.email,
    is_operator: person.isOperator,
  }
}

type Provider = NextAuthOptions['providers'][number]

function providers(exchange: AuthExchange): Provider[] {
  return [password(exchange), secondFactor(exchange), demo(exchange), ...github(), ...google(), ...oidc()]
}

const PasswordForm = z.object({ email: z.string(), password: z.string(), code: z.string().optional() })

function password({ address }: AuthExchange): Provider {
  return defaultOf(CredentialsProvider)({
    id: 'credentials',
    name: 'Email and password',
    credentials: { email: { type: 'email' }, password: { type: 'password' }, code: { type: 'text' } },
    authorize: (input) =>
      guarded(async () => {
        const form = PasswordForm.safeParse(input)
        if (!form.success) return null
        const result = await verifyCredentials(form.data, address)
        if ('waitMinutes' in result) throw new SignInRefusal(`TooManyAttempts:${result.waitMinutes}`)
        if (!('user' in result)) return null
        await refuseWithoutCode(result.user.id, form.data.code)
        return { id: result.user.id }
      }),
  })
}

/** After another service identified the person: the code, from the browser that waits for it. */
function secondFactor({ cookieHeader, setCookie }: AuthExchange): Provider {
  return defaultOf(CredentialsProvider)({
    id: 'second-factor',
    name: 'Code after another service',
    credentials: { code: { type: 'text' } },
    authorize: (input) =>
      guarded(async () => {
        const pending = await readPendingSignIn(cookieHeader)
        if (pending === null) throw new SignInRefusal('SignInExpired')
        await refuseWithoutCode(pending.user.id, z.string().safeParse(input?.code).data)
        setCookie(await endPendingSignIn(pending.id))
        return { id: pending.user.id }
      }),
  })
}

/** Once the person is identified: with a second factor, its code is required too. */
async function refuseWithoutCode(userId: string, code: string | undefined): Promise<void> {
  const outcome = await checkSecondFactor(userId, code)
  if (typeof outcome === 'object') throw new SignInRefusal(`TooManyAttempts:${outcome.waitMinutes}`)
  if (outcome === 'needed') throw new SignInRefusal('CodeNeeded')
  if (outcome === 'wrong') throw new SignInRefusal('CodeWrong')
}

function demo({ cookieHeader }: AuthExchange): Provider {
  return defaultOf(CredentialsProvider)({
    id: 'demo',
    name: 'Demo account',
    credentials: {},
    authorize: () =>
      guarded(async () => {
        const user = await verifyDemoVisitor(cookieHeader)
        if (user === null) throw new SignInRefusal('DemoUnavailable')
        return { id: user.id }
      }),
  })
}

function github(): Provider[] {
  const { GITHUB_ID: clientId, GITHUB_SECRET: clientSecret } = env()
  if (clientId === undefined || clientSecret === undefined) return []
  return [defaultOf(GithubProvider)({ clientId, clientSecret, userinfo: { request: readGithubProfile } })]
}

function google(): Provider[] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env()
  if (clientId === undefined || clientSecret === undefined) return []
  return [defaultOf(GoogleProvider)({ clientId, clientSecret })]
}

function oidc(): Provider[] {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: name,
  } = env()
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return []
  return [oidcProvider({ issuer, name, clientId, clientSecret })]
}

/** A refusal whose code the sign-in page can explain (`describeSignInError`). */
class SignInRefusal extends Error {}

/** The text of whatever is thrown here ends up in the browser's address bar: nothing but our own codes may. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInRefusal) throw error
    if (error instanceof AppError && error.code === 'rate_limit_exceeded')
      throw new SignInRefusal('TooManyAttempts:1')
    logger.error({ err: String(error) }, 'a sign-in failed unexpectedly')
    throw new SignInRefusal('Unavailable')
  }
}

type OidcSettings = { issuer: string; name: string; clientId: string; clientSecret: string }

/** A number that JavaScript rounds would make two people one. */
const Claims = z.looseObject({ sub: z.union([z.string().min(1), z.int()]).transform(String) })

type ReadClaims = NonNullable<UserinfoEndpointHandler['request']>

/** Some providers put the email into the ID token, others return it only from the userinfo endpoint: either counts. */
const readClaims: ReadClaims = async ({ client, tokens }) => {
  const claims = claimsOf(tokens.id_token)
  if (client.issuer.metadata.userinfo_endpoint === undefined || !tokens.access_token) return claims
  const reported = Claims.parse(await client.userinfo(tokens.access_token))
  // OpenID Connect Core 1.0, 5.3.2
  if (reported.sub !== claims.sub)
    throw new Error('the provider reported somebody else than its token is about')
  const told = Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== null))
  // What the token says of its email holds for no other.
  const isOther = 'email' in told && textOf(told.email) !== textOf(claims.email)
  return { ...claims, ...(isOther && { email_verified: undefined }), ...told }
}

/** Of a token whose signature, audience, nonce and times openid-client has checked. */
function claimsOf(idToken = ''): z.infer<typeof Claims> {
  const [, payload = ''] = idToken.split('.')
  return Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
}

/** The operator's own identity provider, found by its discovery document (OpenID Connect Discovery 1.0). */
function oidcProvider({ issuer, name, clientId, clientSecret }: OidcSettings): OAuthConfig<unknown> {
  return {
    id: 'oidc',
    name,
    type: 'oauth',
    wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    authorization: { params: { scope: 'openid email profile' } },
    checks: ['pkce', 'state', 'nonce'],
    idToken: true,
    userinfo: { request: readClaims },
    httpOptions: { timeout: 10_000 },
    profile: (profile) => {
      const { sub, ...claims } = Claims.parse(profile)
      const parts = [claims.given_name, claims.family_name].map(textOf).filter(Boolean).join(' ')
      const name = textOf(claims.name) ?? (parts || textOf(claims.preferred_username ?? claims.nickname))
      return { id: sub, name: name ?? null, email: textOf(claims.email) ?? null }
    },
  }
}

const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

type ReadProfile = NonNullable<UserinfoEndpointHandler['request']>

/** GitHub's profile names an email that need not be verified: only its list of emails says which ones are. */
export const readGithubProfile: ReadProfile = async ({ client, tokens }) => {
  if (!tokens.access_token) throw new Error('GitHub gave no access token')
  const { email: _shown, email_verified: _claimed, ...profile } = await client.userinfo(tokens.access_token)
  const answer = await fetch('https://api.github.com/user/emails', {
    headers: { authorization: `Bearer ${tokens.access_token}`, accept: 'application/vnd.github+json' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Error(`GitHub did not list the emails: ${answer.status}`)
  const own = Emails.parse(await answer.json()).find((one) => one.primary && one.verified)
  return own ? { ...profile, email: own.email, email_verified: true } : profile
}

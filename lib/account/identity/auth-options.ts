import type { Account, NextAuthOptions, Profile, User } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import CredentialsProvider from 'next-auth/providers/credentials'
import GithubProvider from 'next-auth/providers/github'
import GoogleProvider from 'next-auth/providers/google'
import type { UserinfoEndpointHandler } from 'next-auth/providers/oauth'
import { z } from 'zod'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { resolveOauthUser } from './create-account'
import { verifyDemoVisitor } from './demo'
import { followClaims } from './oidc-organizations'
import { oidcProvider, textOf } from './oidc-provider'
import { verifyCredentials } from './password'
import { findUserById, findUserByOauth } from './repository'
import { checkSecondFactor, endPendingSignIn, pendingSignInCookie, readPendingSignIn } from './second-factor'
import {
  endSession,
  readPerson,
  readSessionFromCookies,
  SESSION_SECONDS,
  sessionClaims,
  usesSecureCookies,
} from './sessions'

/** The default export of a CommonJS module: Node imports the whole module, bundlers the default. */
export function defaultOf<Value>(imported: Value): Value {
  return typeof imported === 'function' ? imported : Reflect.get(Object(imported), 'default')
}

/** The parts of a request that next-auth does not expose. `setCookie` takes a Set-Cookie line. */
type AuthExchange = {
  cookieHeader: string
  /** The page to open after the sign-in, if it is known. */
  destination: string | undefined
  address: string
  setCookie: (line: string) => void
  onVerified: OnVerified
}

/** Told of everybody whom the operator's identity provider signs in with a verified email. */
export type OnVerified = (userId: string, verifiedEmail: string) => Promise<void>

/** next-auth's options for one request: linking an account depends on who is already signed in. */
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
      // `account` is set only at sign-in; later calls keep the token.
      jwt: ({ token, user, account }) => (account ? tokenFor(user, account) : token),
      session: async ({ token }) => ({ user: await describePerson(token), expires: expiryOf(token) }),
    },
    events: { signOut: ({ token }) => endSession(token) },
    logger: {
      error: (code) => logger.warn({ code }, 'next-auth reported an error'),
      warn: (code) => logger.debug({ code }, 'next-auth reported a warning'),
      debug: () => undefined,
    },
  }
}

/** A redirect stays on our origin; anything else leads to the start page. */
function sameOriginUrl(url: string, baseUrl: string): string {
  const target = URL.parse(url, baseUrl)
  return target?.origin === baseUrl ? target.href : baseUrl
}

/**
 * The verified email by OpenID Connect claims (some providers send `email_verified` as a string); `readGithubProfile` gives
 * GitHub's profile the same shape. Entra ID never sends `email_verified`, and for some people has the email only as the user
 * name: with OIDC_TRUST_EMAIL the operator's provider is trusted in that. An email reported as unverified is never used.
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

async function allowSignIn(
  user: User,
  account: Account | null,
  profile: Profile | undefined,
  { cookieHeader, destination, setCookie, onVerified }: AuthExchange,
) {
  if (account?.type !== 'oauth') return true
  const signedIn = await readSessionFromCookies(cookieHeader)
  const identity = {
    provider: account.provider,
    providerAccountId: account.providerAccountId,
    verifiedEmail: verifiedEmailOf(account.provider, profile),
    name: user.name ?? null,
  }
  const resolved = await resolveOauthUser(identity, signedIn?.userId ?? null)
  if ('refused' in resolved) return `/sign-in?error=${resolved.refused}`
  if (account.provider === 'oidc') {
    const { verifiedEmail } = identity
    await followClaims(resolved.userId, { verifiedEmail, profile })
    if (verifiedEmail !== null) await onVerified(resolved.userId, verifiedEmail)
  }
  // This session has already passed the second factor.
  if (resolved.userId === signedIn?.userId) return true
  const pending = await pendingSignInCookie(account, resolved.userId)
  if (pending === undefined) return true
  setCookie(pending)
  return `/sign-in/code?callbackUrl=${encodeURIComponent(pathOf(destination))}`
}

function pathOf(destination = '/'): string {
  const target = URL.parse(destination, env().publicUrl)
  return target === null ? '/' : target.pathname + target.search
}

async function tokenFor(user: User, account: Account) {
  const person =
    account.type === 'oauth'
      ? await findUserByOauth(account.provider, account.providerAccountId)
      : await findUserById(user.id)
  if (person === null) throw new Error('the person who signs in no longer exists')
  return sessionClaims(person)
}

/** The response of `GET /api/auth/session`. Throwing ends the session: next-auth then clears the cookie. */
async function describePerson(token: unknown) {
  const person = await readPerson(token)
  if (person === null) throw new Error('the signed-in person no longer exists')
  return {
    id: person.userId,
    customer_id: person.customerId,
    name: person.name,
    email: person.email,
    is_operator: person.isOperator,
  }
}

/** A session is not prolonged by reading it: a new sign-in or a switch of organizations begins its time again. */
const expiryOf = ({ exp }: JWT) => new Date(z.number().parse(exp) * 1000).toISOString()

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

/** The two-factor code after another service has identified the person. */
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

/** Requires the code of a person with a second factor. */
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

/** next-auth puts the text of an error into the URL, so only our own codes are thrown. */
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

const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

type ReadProfile = NonNullable<UserinfoEndpointHandler['request']>

/** GitHub's profile with its primary verified email: the profile's own email need not be verified. */
export const readGithubProfile: ReadProfile = async ({ client, tokens }) => {
  if (!tokens.access_token) throw new Error('GitHub gave no access token')
  const { email: _shown, email_verified: _claimed, ...profile } = await client.userinfo(tokens.access_token)
  const answer = await fetch('https://api.github.com/user/emails', {
    headers: { authorization: `Bearer ${tokens.access_token}`, accept: 'application/vnd.github+json' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Error(`GitHub did not list the emails: ${answer.status}`)
  const primary = Emails.parse(await answer.json()).find((one) => one.primary && one.verified)
  return primary ? { ...profile, email: primary.email, email_verified: true } : profile
}

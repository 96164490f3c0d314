import type { Account, NextAuthOptions, Profile, User } from 'next-auth'
import { z } from 'zod'
import { env } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'
import { endSession } from './internal/end-session'
import { providers } from './internal/providers'
import { readPerson, readSessionToken } from './internal/read-session-token'
import { SESSION_SECONDS, sessionClaims } from './internal/session-claims'
import { findCookie, sessionCookieName, usesSecureCookies } from './internal/session-cookie'
import { findUserById, findUserByOauth } from './repository'
import { resolveOauthUser } from './resolve-oauth-user'

/** next-auth, set up for one request: linking another service's account depends on who is signed in already. */
export function authOptions(cookieHeader: string): NextAuthOptions {
  return {
    secret: env().NEXTAUTH_SECRET,
    useSecureCookies: usesSecureCookies(),
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    providers: providers(),
    callbacks: {
      redirect: ({ url, baseUrl }) => ownAddress(url, baseUrl),
      signIn: ({ user, account, profile }) => admit(user, account, profile, cookieHeader),
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
function ownAddress(url: string, baseUrl: string): string {
  const target = URL.parse(url, baseUrl)
  return target?.origin === baseUrl ? target.href : baseUrl
}

/** The claims of OpenID Connect (some providers quote the second), and the shape that `readGithubProfile` gives GitHub's. */
const VerifiedClaims = z.object({
  email: z.string(),
  email_verified: z.union([z.literal(true), z.literal('true')]),
})

async function admit(
  user: User,
  account: Account | null,
  profile: Profile | undefined,
  cookieHeader: string,
) {
  if (account?.type !== 'oauth') return true
  const claims = VerifiedClaims.safeParse(profile)
  const cookie = findCookie(cookieHeader, sessionCookieName())
  const signedIn = cookie ? await readSessionToken(cookie) : null
  const identity = {
    provider: account.provider,
    providerAccountId: account.providerAccountId,
    verifiedEmail: claims.success ? claims.data.email : null,
    name: user.name ?? null,
  }
  const resolved = await resolveOauthUser(identity, signedIn?.userId ?? null)
  return 'refused' in resolved ? `/sign-in?error=${resolved.refused}` : true
}

async function tokenFor(user: User, account: Account) {
  const person =
    account.type === 'oauth'
      ? await findUserByOauth(account.provider, account.providerAccountId)
      : await findUserById(user.id)
  if (person === null) throw new Error('the person who signs in is gone')
  return sessionClaims(person)
}

/** What `GET /api/auth/session` says. Throwing ends the session: next-auth then takes the cookie back. */
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

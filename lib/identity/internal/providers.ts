import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import GithubProvider from 'next-auth/providers/github'
import GoogleProvider from 'next-auth/providers/google'
import { z } from 'zod'
import { env } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'
import { verifyCredentials } from '../verify-credentials'
import { verifyDemoVisitor } from '../verify-demo-visitor'
import { oidcProvider } from './oidc-provider'
import { readGithubProfile } from './read-github-profile'
import { type HeaderReader, visitorAddress } from './visitor'

type Provider = NextAuthOptions['providers'][number]

export function providers(): Provider[] {
  return [password(), demo(), ...github(), ...google(), ...oidc()]
}

const PasswordForm = z.object({ email: z.string(), password: z.string() })

function password(): Provider {
  return CredentialsProvider({
    id: 'credentials',
    name: 'Email and password',
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    authorize: (input, request) =>
      guarded(async () => {
        const form = PasswordForm.safeParse(input)
        if (!form.success) return null
        const result = await verifyCredentials(form.data, visitorAddress(headerReader(request.headers)))
        if ('waitMinutes' in result) throw new SignInRefusal(`TooManyAttempts:${result.waitMinutes}`)
        return 'user' in result ? { id: result.user.id } : null
      }),
  })
}

function demo(): Provider {
  return CredentialsProvider({
    id: 'demo',
    name: 'Demo account',
    credentials: {},
    authorize: (_input, request) =>
      guarded(async () => {
        const user = await verifyDemoVisitor(headerReader(request.headers))
        if (user === null) throw new SignInRefusal('DemoUnavailable')
        return { id: user.id }
      }),
  })
}

function github(): Provider[] {
  const { GITHUB_ID: clientId, GITHUB_SECRET: clientSecret } = env()
  if (clientId === undefined || clientSecret === undefined) return []
  return [GithubProvider({ clientId, clientSecret, userinfo: { request: readGithubProfile } })]
}

function google(): Provider[] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env()
  if (clientId === undefined || clientSecret === undefined) return []
  return [GoogleProvider({ clientId, clientSecret })]
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

/** A refusal whose code the sign-in page knows how to say (`describeSignInError`). */
class SignInRefusal extends Error {}

/** The text of whatever is thrown here ends up in the browser's address bar: nothing but our own codes may. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInRefusal) throw error
    logger.error({ err: String(error) }, 'a sign-in failed unexpectedly')
    throw new SignInRefusal('Unavailable')
  }
}

function headerReader(headers: unknown): HeaderReader {
  const parsed = z.record(z.string(), z.unknown()).safeParse(headers)
  return (name) => {
    const value = parsed.data?.[name]
    return typeof value === 'string' ? value : undefined
  }
}

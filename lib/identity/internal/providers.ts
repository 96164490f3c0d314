import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import GithubProvider from 'next-auth/providers/github'
import GoogleProvider from 'next-auth/providers/google'
import { z } from 'zod'
import { clientAddress } from '@/lib/platform/client-address'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { verifyDemoVisitor } from '../demo-link'
import { verifyCredentials } from '../verify-credentials'
import { oidcProvider } from './oidc-provider'
import { readGithubProfile } from './read-github-profile'

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
        const result = await verifyCredentials(form.data, addressOf(request.headers))
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
        const user = await verifyDemoVisitor(headerOf(request.headers, 'cookie'))
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
    if (error instanceof AppError && error.code === 'rate_limit_exceeded')
      throw new SignInRefusal('TooManyAttempts:1')
    logger.error({ err: String(error) }, 'a sign-in failed unexpectedly')
    throw new SignInRefusal('Unavailable')
  }
}

/** Our server writes the socket's address into the first, over whatever the client sent. */
function addressOf(headers: unknown): string {
  const [peer, forwardedFor] = [headerOf(headers, 'x-portico-peer'), headerOf(headers, 'x-forwarded-for')]
  return clientAddress(peer, forwardedFor, env().TRUST_PROXY)
}

function headerOf(headers: unknown, name: string): string | undefined {
  const value = z.record(z.string(), z.unknown()).safeParse(headers).data?.[name]
  return typeof value === 'string' ? value : undefined
}

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { seal, unseal } from '@/lib/platform/secrets'
import { findUserById, findUserByOauth, insertEndedSession, isEndedSession, type UserRow } from './repository'
import { checkSecondFactor } from './second-factor'
import { findCookie, setCookieLine, usesSecureCookies } from './session'

/**
 * Another service identified the person, whose second factor is still required: the pending sign-in is sealed in a cookie
 * of that browser, opens nothing else, and signs in once, by a right code. It names the account at the service, so that
 * one unlinked in between signs nobody in.
 */
const PURPOSE = 'pending-sign-in'
const MINUTES = 10

const PendingSignIn = z.object({
  id: z.string(),
  provider: z.string(),
  providerAccountId: z.string(),
  userId: z.string(),
  generation: z.number(),
  endsAt: z.number(),
})

type ServiceAccount = { provider: string; providerAccountId: string }

/** The Set-Cookie line that lets a person wait for its code; undefined: it has no second factor. */
export async function pendingSignInCookie(
  { provider, providerAccountId }: ServiceAccount,
  userId: string,
): Promise<string | undefined> {
  if ((await checkSecondFactor(userId, undefined)) === 'off') return undefined
  const generation = (await findUserById(userId))?.sessionGeneration
  const endsAt = clock.now().getTime() + MINUTES * 60_000
  const pending = { id: randomUUID(), provider, providerAccountId, userId, generation, endsAt }
  const sealed = seal(PURPOSE, JSON.stringify(pending)).toString('base64url')
  return setCookieLine(cookieName(), sealed, MINUTES * 60)
}

/** The pending sign-in of this browser; null: none, or expired. */
export async function readPendingSignIn(
  cookieHeader: string | undefined,
): Promise<{ id: string; user: UserRow } | null> {
  const cookie = findCookie(cookieHeader ?? '', cookieName())
  const opened = cookie && unseal(PURPOSE, Buffer.from(cookie, 'base64url'))
  if (!opened) return null
  const { id, provider, providerAccountId, userId, generation, endsAt } = PendingSignIn.parse(
    JSON.parse(opened),
  )
  if (endsAt <= clock.now().getTime() || (await isEndedSession(id))) return null
  const user = await findUserByOauth(provider, providerAccountId)
  return user?.id === userId && user.sessionGeneration === generation ? { id, user } : null
}

/** Signed in: a copy of its cookie is now worthless. Returns the Set-Cookie line that clears it. */
export async function endPendingSignIn(id: string): Promise<string> {
  await insertEndedSession(id, new Date(clock.now().getTime() + MINUTES * 60_000))
  return setCookieLine(cookieName(), '', 0)
}

function cookieName(): string {
  return `${usesSecureCookies() ? '__Secure-' : ''}portico.pending-sign-in`
}

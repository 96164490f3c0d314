import { clock } from '@/lib/platform/clock'
import { deleteForgottenSessions, insertEndedSession } from '../repository'
import { SESSION_SECONDS, SessionClaims } from './session-claims'

/** The person signed out: what the token belongs to is over, also for whoever has a copy of its cookie. */
export async function endSession(token: unknown): Promise<void> {
  const claims = SessionClaims.safeParse(token)
  if (claims.data?.session === undefined) return
  const now = clock.now()
  // A cookie is given anew now and then; the last may have been given just before.
  await insertEndedSession(claims.data.session, new Date(now.getTime() + SESSION_SECONDS * 1000))
  await deleteForgottenSessions(now)
}

import { clock } from '@/lib/platform/clock'
import { findEmailChange } from './internal/mail/email-change-repository'
import { hashLinkToken } from './internal/mail/link-token'

/** What the link would change, for its page; null for one that works no more. Nothing is used by looking. */
export async function readEmailChange(token: string): Promise<{ from: string; to: string } | null> {
  const change = await findEmailChange(hashLinkToken(token), clock.now())
  return change === null ? null : { from: change.user.email, to: change.email }
}

import { clock } from '@/lib/platform/clock'
import { hashLinkToken } from './internal/mail/link-token'
import { findReset } from './internal/mail/repository'

/** Whose password the link sets; null for one that is void or too old, or never was. Nothing is used by looking. */
export async function readPasswordReset(token: string): Promise<{ email: string } | null> {
  const reset = await findReset(hashLinkToken(token), clock.now())
  return reset === null ? null : { email: reset.user.email }
}

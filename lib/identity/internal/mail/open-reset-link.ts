import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import type { Transaction } from '@/lib/platform/transaction'
import { linkEnd, newLinkToken } from './link-token'
import { insertReset } from './repository'

/** A new link for the person, beside those of before. It stands in no table and no log: whoever calls hands it on. */
export async function openResetLink(
  userId: string,
  transaction?: Transaction,
): Promise<{ url: string; expiresAt: Date }> {
  const { token, hash: tokenHash } = newLinkToken()
  const now = clock.now()
  const expiresAt = linkEnd(now)
  await insertReset({ userId, tokenHash, expiresAt }, now, transaction)
  return { url: `${env().publicUrl}/reset-password/${token}`, expiresAt }
}

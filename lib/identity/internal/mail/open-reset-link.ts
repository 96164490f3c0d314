import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import type { Transaction } from '@/lib/platform/transaction'
import { linkEnd, newLinkToken } from './link-token'
import { upsertReset } from './repository'

/** A new link for the person, in place of the one before. It stands in no table and no log: whoever calls hands it on. */
export async function openResetLink(
  userId: string,
  transaction?: Transaction,
): Promise<{ url: string; expiresAt: Date }> {
  const { token, hash } = newLinkToken()
  const expiresAt = linkEnd(clock.now())
  await upsertReset(userId, hash, expiresAt, transaction)
  return { url: `${env().publicUrl}/reset-password/${token}`, expiresAt }
}

import { clock } from '@/lib/platform/clock'
import { secretDigest } from './internal/secret-digest'
import { parseSecret } from './parse-secret'
import { findHolderByDigest } from './repository'

/** Whose key this is and what it may do, if its present secret works now. Does not count as a use. */
export async function findKeyBySecret(
  secret: string,
): Promise<{ customerId: string; scopes: readonly string[] } | null> {
  if (parseSecret(secret) === undefined) return null
  const row = await findHolderByDigest(secretDigest(secret))
  if (row === null || row.status !== 'active' || row.formerUntil !== null) return null
  const isOver = row.expiresAt !== null && row.expiresAt <= clock.now()
  return isOver ? null : { customerId: row.customerId, scopes: row.scopes }
}

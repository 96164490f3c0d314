import { clock } from '@/lib/platform/clock'
import { secretDigest } from './internal/secret-digest'
import { parseSecret } from './parse-secret'
import { findHolderByDigest } from './repository'

/** Whose key this is and what it may do, if its present secret works now. Does not count as a use. */
export async function findKeyBySecret(
  secret: string,
): Promise<{ customerId: string; scopes: readonly string[] } | null> {
  if (parseSecret(secret) === undefined) return null
  const digest = secretDigest(secret)
  const row = await findHolderByDigest(digest)
  if (row === null || row.status !== 'active') return null
  const isPresent = Buffer.from(row.secretHash).toString('hex') === digest
  const isOver = row.expiresAt !== null && row.expiresAt <= clock.now()
  return isPresent && !isOver ? { customerId: row.customerId, scopes: row.scopes } : null
}

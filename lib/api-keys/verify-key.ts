import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { digestOnConnection } from './internal/digest-on-connection'
import { type Holder, loadHolder, readHolder } from './internal/holder-cache'
import { noteUse } from './internal/last-used'
import { secretDigest } from './internal/secret-digest'
import { parseSecret } from './parse-secret'
import { toCallerKey } from './presenter'
import { findHolderByDigest, type HolderRow } from './repository'

/**
 * Who calls with this secret, by this connection if by one. On the hot path: answers without waiting while the key is
 * cached. Unknown, disabled, expired and revoked are one answer, so that nobody learns which secrets once existed.
 */
export function verifyKey(secret: string, connection?: object): Caller | Promise<Caller> {
  const digest = connection ? digestOnConnection(connection, secret) : secretDigest(secret)
  const cached = readHolder(digest)
  if (cached !== undefined) return admit(cached)
  // What cannot be a secret of ours is told apart without a look-up.
  if (parseSecret(secret) === undefined) throw new AppError('invalid_api_key')
  return loadHolder(digest, findHolder).then(admit)
}

function admit(holder: Holder | null): Caller {
  const now = clock.now()
  const isOpen =
    holder !== null && !holder.disabled && holder.endsAt > now.getTime() && (!holder.isDemo || env().demo)
  if (!isOpen) throw new AppError('invalid_api_key')
  if (holder.isSuspended) throw new AppError('account_suspended')
  noteUse(holder.apiKeyId, now)
  return holder.caller
}

async function findHolder(digest: string): Promise<Holder | null> {
  const row = await findHolderByDigest(digest)
  return row === null ? null : toHolder(row)
}

function toHolder(row: HolderRow): Holder {
  const ends = [row.expiresAt, row.formerUntil]
  return {
    caller: {
      customerId: row.customerId,
      userId: null,
      apiKey: toCallerKey(row),
      isOperator: row.customer.isOperator,
    },
    apiKeyId: row.id,
    disabled: row.status !== 'active',
    isSuspended: row.customer.suspendedAt !== null,
    isDemo: row.customer.isDemo,
    endsAt: Math.min(...ends.map((end) => end?.getTime() ?? Number.POSITIVE_INFINITY)),
  }
}

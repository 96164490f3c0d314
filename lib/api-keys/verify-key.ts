import type { Caller, CallerKey } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { countAuthFailure, refuseAfterAuthFailures } from '@/lib/platform/rate-limit'
import { type Holder, hasOpened, loadHolder, readHolder } from './internal/holder-cache'
import { parseSecret, secretDigest } from './internal/secret'
import { noteUse } from './last-used'
import { toCallerKey } from './presenter'
import { findHolderByDigest, findKeyRow, type HolderRow } from './repository'

/** The request that a secret came with. */
type Sender = { readonly peer: string }

/**
 * Who calls with this secret; asks the database only where the key is not cached. Unknown, disabled, expired
 * and revoked are one answer, so that nobody learns which secrets once existed. An address that has sent too many such is
 * made to wait before the database is asked; secrets that were good a while ago still are looked up for it, so that a
 * stranger behind the same address locks nobody out.
 */
export async function verifyKey(secret: string, sender?: Sender): Promise<Caller> {
  const digest = secretDigest(secret)
  const cached = readHolder(digest)
  if (cached !== undefined) return admit(cached, sender)
  // What cannot be a secret of ours is recognised without a look-up.
  if (parseSecret(secret) === undefined) return refuseKey(sender)
  if (sender && !hasOpened(digest)) await refuseAfterAuthFailures(sender.peer)
  return admit(await loadHolder(digest, findHolder), sender)
}

/** Counts a failure of this sender and throws: `invalid_api_key`, or `rate_limit_exceeded` once there were too many. */
export async function refuseKey(sender: Sender | undefined, message?: string): Promise<never> {
  if (sender) await countAuthFailure(sender.peer)
  throw new AppError('invalid_api_key', { message })
}

async function admit(holder: Holder | null, sender: Sender | undefined): Promise<Caller> {
  const now = clock.now()
  const isOpen =
    holder !== null && !holder.disabled && holder.endsAt > now.getTime() && (!holder.isDemo || env().demo)
  if (!isOpen) return refuseKey(sender)
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

/** A key that work was handed in with, as it is now. Throws `invalid_api_key` where it opens nothing any more. */
export async function findWorkingKey(customerId: string, id: string): Promise<CallerKey> {
  const row = await findKeyRow(customerId, id)
  const isOver = row?.expiresAt != null && row.expiresAt <= clock.now()
  if (row?.status !== 'active' || isOver) throw new AppError('invalid_api_key')
  return toCallerKey(row)
}

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

import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import type { Transaction } from '@/lib/platform/transaction'
import { toCallerKey } from './presenter'
import { announceKeysOf, countKeyRows, findKeyRow, listLimitedKeyRows, revokeKeyRowsOf } from './repository'
import { LimitReset } from './schema'

/** How many keys that are not revoked each of these customers has; one without any has no entry. */
export async function countKeys(customerIds: string[]): Promise<Map<string, number>> {
  const rows = await countKeyRows(customerIds)
  return new Map(rows.map(({ customerId, _count }) => [customerId, _count]))
}

/** Who calls with a key, for work that goes on without its request. Undefined: it opens nothing any more. */
export async function findKeyCaller(customerId: string, id: string): Promise<Caller | undefined> {
  const row = await findKeyRow(customerId, id)
  if (row?.status !== 'active' || (row.expiresAt !== null && row.expiresAt <= clock.now())) return undefined
  return { customerId, userId: null, apiKey: toCallerKey(row), isOperator: false }
}

export type LimitedKey = {
  id: string
  customerId: string
  name: string
  limitNanos: bigint
  limitReset: LimitReset | null
}

/** Keys of all customers that have a spending limit and were used since a moment, by id. */
export async function listLimitedKeys(
  usedSince: Date,
  afterId: string,
  limit: number,
): Promise<LimitedKey[]> {
  const rows = await listLimitedKeyRows(usedSince, afterId, limit)
  return rows.flatMap(({ limitNanos, limitReset, ...row }) =>
    limitNanos === null ? [] : [{ ...row, limitNanos, limitReset: LimitReset.nullable().parse(limitReset) }],
  )
}

/**
 * What a customer's keys open has changed: with the commit of `transaction` every node forgets what it knows of them.
 * Wait for `untilHeard` afterwards where it must have happened before one goes on.
 */
export function forgetKeysOf(customerId: string, transaction: Transaction): Promise<void> {
  return announceKeysOf(customerId, transaction)
}

/**
 * Ends all keys of a customer that is deleted, names included. Every node forgets them with the commit of `transaction`;
 * wait for `untilHeard` afterwards where it must have happened before one goes on.
 */
export async function revokeKeysOf(customerId: string, transaction: Transaction): Promise<void> {
  await announceKeysOf(customerId, transaction)
  await revokeKeyRowsOf(customerId, clock.now(), transaction)
}

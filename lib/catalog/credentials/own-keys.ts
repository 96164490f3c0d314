import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { newId, timeOfId } from '@/lib/platform/ids'
import { seal } from '@/lib/platform/secrets'
import { inTransaction } from '@/lib/platform/transaction'
import { ownKeyPurpose } from './open-secrets'
import {
  deleteOwnKeys,
  insertOwnKey,
  listOwnRows,
  lockOwnRows,
  type OwnKeyRow,
  saveOwnRefusal,
  updateOwnKey,
} from './repository'
import type { AddOwnKeyRequest } from './schema'

/** A customer's own key without its secret. */
export type StoredOwnKey = Omit<OwnKeyRow, 'sealed' | 'customerId'>

const MAX_KEYS = 20

export async function listStoredOwnKeys(customerId: string): Promise<StoredOwnKey[]> {
  return listOwnRows(customerId)
}

/** Adds a key for a provider that accepts one. Throws `invalid_parameter` where the maximum is reached. */
export function storeOwnKey(
  customerId: string,
  { provider, key, allow_fallback }: AddOwnKeyRequest,
): Promise<StoredOwnKey> {
  return inTransaction(async (transaction) => {
    if ((await lockOwnRows(customerId, transaction)).length >= MAX_KEYS)
      throw new AppError('invalid_parameter', {
        param: 'key',
        message: `An account has at most ${MAX_KEYS} provider keys. Remove one first.`,
      })
    const id = newId('pkey')
    const made: OwnKeyRow = {
      id,
      customerId,
      providerId: provider,
      sealed: seal(ownKeyPurpose(customerId, id), key),
      lastFour: key.slice(-4),
      allowFallback: allow_fallback,
      createdAt: clock.now(),
      refusedAt: null,
    }
    await insertOwnKey(made, transaction)
    return made
  })
}

/** Malformed ids are not looked up, since PostgreSQL rejects some, such as text with a NUL. */
const isKeyId = (id: string) => timeOfId(id) !== undefined

/** Throws `not_found`. */
export async function changeStoredOwnKey(
  customerId: string,
  id: string,
  allowFallback: boolean,
): Promise<void> {
  if (!isKeyId(id) || !(await updateOwnKey(customerId, id, allowFallback))) throw new AppError('not_found')
}

/** Throws `not_found`. */
export async function removeStoredOwnKey(customerId: string, id: string): Promise<void> {
  if (!isKeyId(id) || !(await deleteOwnKeys(customerId, id))) throw new AppError('not_found')
}

/** Deletes the keys of a deleted customer. */
export async function eraseOwnKeysOf(customerId: string): Promise<void> {
  await deleteOwnKeys(customerId)
}

/** Records whether a test accepted the key. */
export function recordOwnKeyTest(id: string, isAccepted: boolean): Promise<void> {
  return saveOwnRefusal(id, isAccepted ? null : clock.now())
}

import { periodStart, readKeySpend, recountPeriod } from '@/lib/money/ledger/quota'
import { readKeyCost } from '@/lib/money/usage/read-usage'
import { type Caller, ownOnly } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { partOf } from '@/lib/platform/page-cursor'
import { changesOf, checkVisible } from '@/lib/platform/parse-input'
import type { Transaction } from '@/lib/platform/transaction'
import {
  checkMayHold,
  checkPlace,
  placeColumns,
  recountPlaces,
  refuseGoneProject,
  usualOwner,
} from './key-place'
import { generateSecret, secretColumns } from './key-secret'
import {
  checkKnownDefaults,
  checkKnownIds,
  checkMayGrant,
  defaultRouting,
  refuseLimitedKey,
  settingsColumns,
} from './key-settings'
import { toApiKeyRecord, toLimitReset } from './presenter'
import {
  changeKeyRow,
  countKeyRows,
  deleteContents,
  findKeyRow,
  forgetKeysOf,
  insertKey,
  type KeyRow,
  type KeyRowWithFormer,
  listKeyNames,
  listKeyRows,
  revokeKeyRowsOf,
  revokeKeyRowsOfMember,
} from './repository'
import {
  type ApiKeyList,
  type ApiKeyListQuery,
  type ApiKeyRecord,
  type CreateApiKeyRequest,
  type CreatedApiKey,
  type DefaultModelsRequest,
  type DeletedApiKey,
  KeyRoutingRecord,
  type KeyScope,
  MAX_FORMER_SECRETS,
  NOT_AHEAD,
  type RotateRequest,
  type UpdateApiKeyRequest,
} from './schema'
import { everywhere } from './spend'
import { dropHolders, hasLostOwner, toCaller } from './verify-key'

export { countProjectKeys, forgetKeysOf } from './repository'

/** The keys that the caller may see: of the customer, or only those of the member. */
const seenBy = (caller: Caller) => ({
  customerId: caller.customerId,
  ownerId: ownOnly(caller, 'keys.read'),
})

/** The customer's keys, newest first: the active ones, or the revoked ones. Throws `invalid_cursor`. */
export async function listKeys(
  caller: Caller,
  query: ApiKeyListQuery = { cursor: '', revoked: 'false' },
): Promise<ApiKeyList> {
  const { data: rows, ...page } = partOf(
    await listKeyRows(seenBy(caller), query.revoked === 'true', placeColumns(query)),
    query,
  )
  const spend = await readKeySpend(rows.map((row) => row.id))
  const now = clock.now()
  return { ...page, data: rows.map((row) => toApiKeyRecord(row, spend.get(row.id), now)) }
}

export async function readKey(caller: Caller, id: string): Promise<ApiKeyRecord> {
  const row = isKeyId(id) ? await findKeyRow(seenBy(caller), id) : null
  if (row === null) throw new AppError('not_found')
  return presentKey(row)
}

const DEFAULT_SCOPES: KeyScope[] = ['inference']

/** Creates a key. Only this reply contains its secret. */
export async function createKey(caller: Caller, input: CreateApiKeyRequest): Promise<CreatedApiKey> {
  const scopes = input.scopes ?? DEFAULT_SCOPES
  checkMayGrant(caller, scopes)
  await refuseLimitedKey(caller)
  await checkKnownIds(input)
  const place = { ...input, owner: input.owner ?? usualOwner(caller) }
  await checkPlace(caller, place)
  const secret = generateSecret()
  const row = await insertKey({
    routing: defaultRouting,
    ...settingsColumns(place, defaultRouting),
    ...secretColumns(secret),
    id: newId('key'),
    customerId: caller.customerId,
    name: input.name,
    scopes,
  }).catch(refuseGoneProject)
  return { ...toApiKeyRecord(row, undefined, clock.now()), key: secret }
}

/** Changes the given fields only. */
export async function updateKey(
  caller: Caller,
  id: string,
  given: UpdateApiKeyRequest,
): Promise<ApiKeyRecord> {
  const current = await readKey(caller, id)
  const input = changesOf(given, current)
  checkVisible(input.name, current.name)
  if (input.expires_at && Date.parse(input.expires_at) <= clock.now().getTime())
    throw new AppError('invalid_parameter', { param: 'expires_at', message: `expires_at ${NOT_AHEAD}.` })
  if (couldLoosen(input)) await refuseLimitedKey(caller)
  await checkKnownIds(input, current)
  await checkPlace(caller, input)
  let before: KeyRow | undefined
  const row = await changeKey(caller, id, (locked) => {
    before = locked
    const gained = scopesGained(locked, input, clock.now())
    // What loosens an operator's key needs one who could give it that scope.
    const staysOperator = (input.scopes ?? locked.scopes).includes('operator')
    checkMayGrant(caller, staysOperator && couldLoosen(input) ? ['operator'] : gained)
    return settingsColumns(input, KeyRoutingRecord.parse(locked.routing))
  }).catch(refuseGoneProject)
  if (before) await recountPlaces(caller.customerId, before, row)
  if (input.limit_usd !== undefined || input.limit_reset !== undefined) await recountKey(row)
  return presentKey(row)
}

function couldLoosen(input: UpdateApiKeyRequest): boolean {
  const { name: _name, routing: _routing, status, ...limits } = input
  // Budgets may limit the key's tags, so they count too.
  return status === 'active' || Object.values(limits).some((value) => value !== undefined)
}

/** Scopes that the key's holder can use after the change and could not before. */
function scopesGained(before: KeyRow, input: UpdateApiKeyRequest, now: Date): string[] {
  const after = input.scopes ?? before.scopes
  const isOver = before.expiresAt !== null && before.expiresAt <= now
  const isRevived =
    (before.status !== 'active' && input.status === 'active') || (isOver && input.expires_at !== undefined)
  return isRevived ? after : after.filter((scope) => !before.scopes.includes(scope))
}

/** After a change of the limit: recounts what the key has spent in the limit's current period. */
async function recountKey(row: KeyRow): Promise<void> {
  const since = periodStart(toLimitReset(row), clock.now())
  if (row.limitNanos === null || since === null) return
  await recountPeriod({ id: row.id, customerId: row.customerId, start: since, isOfKey: true }, (db) =>
    readKeyCost(row, since, db),
  )
}

/** Sets the models for requests that name none. Replaces all three. */
export async function setDefaultModels(
  caller: Caller,
  id: string,
  input: DefaultModelsRequest,
): Promise<ApiKeyRecord> {
  await checkKnownDefaults(changesOf(input, (await readKey(caller, id)).default_models))
  const row = await changeKey(caller, id, () => ({
    defaultChatModel: input.chat,
    defaultImageModel: input.image,
    defaultVideoModel: input.video,
  }))
  return presentKey(row)
}

/**
 * Gives a key a new secret. Each earlier one works until its grace ends; a rotation without grace ends them all, since
 * its purpose is that only the new one works.
 */
export async function rotateKey(caller: Caller, id: string, input: RotateRequest): Promise<CreatedApiKey> {
  await refuseLimitedKey(caller)
  const secret = generateSecret()
  await checkMayHold(caller, (await readKey(caller, id)).owner)
  const row = await changeKey(caller, id, (before) => {
    // The new secret grants everything that the key may do.
    checkMayGrant(caller, before.scopes)
    return {
      ...secretColumns(secret),
      formerSecrets: formerSecretsAfter(before, input.grace_seconds, clock.now()),
    }
  })
  return { ...(await presentKey(row)), key: secret }
}

/**
 * The former secrets after a rotation. The current one gets a grace period; others keep theirs, except those with the least left
 * if there would be too many.
 */
function formerSecretsAfter(before: KeyRowWithFormer, graceSeconds: number, now: Date) {
  const remaining = before.formerSecrets
    .filter(({ expiresAt }) => graceSeconds > 0 && expiresAt > now)
    .sort((one, other) => other.expiresAt.getTime() - one.expiresAt.getTime())
    .slice(0, MAX_FORMER_SECRETS - 1)
  const ended = before.formerSecrets.filter((secret) => !remaining.includes(secret))
  const expiresAt = new Date(now.getTime() + graceSeconds * 1000)
  return {
    deleteMany: { secretHash: { in: ended.map(({ secretHash }) => secretHash) } },
    create: graceSeconds > 0 ? [{ secretHash: before.secretHash, expiresAt }] : [],
  }
}

/** Revokes a key permanently. Its row stays for names in past usage; its kept contents are deleted. */
export async function revokeKey(caller: Caller, id: string): Promise<DeletedApiKey> {
  const end = () => ({ revokedAt: clock.now(), contentsUntil: null, contentsBytes: 0n })
  const row = await changeKey(caller, id, end, deleteContents)
  return { id: row.id, object: 'api_key', deleted: true }
}

/** Other ids are not looked up: they cannot exist, and may contain bytes that the database rejects. */
const keyId = /^key_[0-9a-z]{1,64}$/

function isKeyId(id: string): boolean {
  return keyId.test(id)
}

/** Changes one of the caller's keys, or of the customer's with `keys.manage`. The change is effective on every node when this resolves. Throws `not_found`. */
export async function changeKey(
  caller: Caller,
  id: string,
  change: Parameters<typeof changeKeyRow>[2],
  together?: Parameters<typeof changeKeyRow>[3],
): Promise<KeyRowWithFormer> {
  const owner = { customerId: caller.customerId, ownerId: ownOnly(caller, 'keys.manage') }
  const changed = isKeyId(id) ? await changeKeyRow(owner, id, change, together) : null
  if (changed === null) throw new AppError('not_found')
  dropHolders(changed.digests)
  await everywhere()
  return changed.row
}

export async function presentKey(row: KeyRowWithFormer): Promise<ApiKeyRecord> {
  const spend = await readKeySpend([row.id])
  return toApiKeyRecord(row, spend.get(row.id), clock.now())
}

/** Number of keys by customer, without revoked ones; a customer without keys has no entry. */
export async function countKeys(customerIds: string[]): Promise<Map<string, number>> {
  const rows = await countKeyRows(customerIds)
  return new Map(rows.map(({ customerId, _count }) => [customerId, _count]))
}

/** The caller of a key, for work that outlives its request. Undefined: the key is no longer valid. */
export async function findKeyCaller(customerId: string, id: string): Promise<Caller | undefined> {
  const row = await findKeyRow({ customerId }, id)
  if (row?.status !== 'active' || (row.expiresAt !== null && row.expiresAt <= clock.now())) return undefined
  return hasLostOwner(row) ? undefined : toCaller(row)
}

/**
 * Revokes all keys of a deleted customer and removes their names. Caches as with `forgetKeysOf`.
 */
export async function revokeKeysOf(customerId: string, transaction: Transaction): Promise<void> {
  await forgetKeysOf(customerId, transaction)
  await revokeKeyRowsOf(customerId, clock.now(), transaction)
}

/** Names of keys, revoked ones too. */
export async function readKeyNames(customerId: string, ids: string[]) {
  const rows = await listKeyNames(customerId, ids)
  return new Map(rows.map(({ id, name, last4 }) => [id, { name, last4 }]))
}

/** Revokes a member's own keys. Caches as with `forgetKeysOf`. */
export async function revokeKeysOfMember(
  customerId: string,
  memberId: string,
  transaction: Transaction,
): Promise<void> {
  await forgetKeysOf(customerId, transaction, memberId)
  await revokeKeyRowsOfMember(memberId, clock.now(), transaction)
}

export { listOwnedKeys } from './repository'

import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { newId, timeOfId } from '@/lib/platform/ids'
import { seal } from '@/lib/platform/secrets'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import { endingOf, fieldsOfForm, type KeyFormName } from '@/lib/upstream/contract/provider-key'
import { providerSecrets } from '@/lib/upstream/provider-secrets'
import { headersPurpose, keyPurpose, ownKeyPurpose } from './open-secrets'
import {
  deleteKeys,
  deleteOwnKeys,
  findHeaderNames,
  insertKey,
  insertOwnKey,
  type KeyRow,
  listHeaderRows,
  listKeyRows,
  listOwnRows,
  lockKeyRows,
  lockOwnRows,
  type OwnKeyRow,
  saveAcceptance,
  saveHeaders,
  saveOwnRefusal,
  updateOwnKey,
} from './repository'
import {
  type AddOwnKeyRequest,
  keyInputOf,
  type ProviderHeaderMap,
  type ProviderKeyInput,
  type StoredKey,
} from './schema'

/** A key as it is stored, with the characters of it that are shown. */
export type NewKey = { text: string; lastFour: string }

/** Throws `invalid_parameter` that names the field. `form`: that of the provider's keys. */
export function readNewKey(form: KeyFormName | null, input: ProviderKeyInput): NewKey {
  const { data: key, error } = keyInputOf(form).safeParse(input)
  if (key !== undefined) {
    const text = typeof key === 'string' ? key : JSON.stringify(key)
    return { text, lastFour: form === null ? text.slice(-4) : endingOf(form, text) }
  }
  const [issue] = error?.issues ?? []
  const param = ['key', ...(issue?.path ?? [])].join('.')
  const wrong =
    form !== null && typeof input === 'string'
      ? `must be an object with the fields ${fieldsOfForm(form)
          .map(([name]) => name)
          .join(', ')}`
      : issue?.message
  throw new AppError('invalid_parameter', { param, message: `${param} ${wrong}.` })
}

/** A provider's keys before and after, masked. */
type States = { before: { keys: string[] }; after: { keys: string[] } }

/** Per provider, and per customer. */
const MAX_KEYS = 20

/** Throws `demo_is_open` where anyone can use the demo account, and so paid providers. The next start would refuse too. */
export function refuseOpenDemo(): void {
  const { demo, isExposed } = env()
  if (demo && isExposed) throw new AppError('demo_is_open')
}

/** Adds a key to an existing provider. Throws `invalid_parameter` where the maximum is reached. */
export async function addKey(providerId: string, key: NewKey, transaction: Transaction): Promise<States> {
  const rows = await lockKeyRows(providerId, transaction)
  if (rows.length >= MAX_KEYS)
    throw new AppError('invalid_parameter', {
      param: 'key',
      message: `A provider has at most ${MAX_KEYS} keys. Remove one first.`,
    })
  const made = await insertSealed(providerId, key, transaction)
  return { before: shown(rows), after: shown([...rows, made]) }
}

/** Replaces a key. Throws `not_found`. */
export async function replaceKey(
  providerId: string,
  id: string,
  key: NewKey,
  transaction: Transaction,
): Promise<States> {
  const { rows, others } = await lockOne(providerId, id, transaction)
  await deleteKeys([id], transaction)
  const made = await insertSealed(providerId, key, transaction)
  return { before: shown(rows), after: shown([...others, made]) }
}

/** Throws `not_found`. */
export async function removeKey(providerId: string, id: string, transaction: Transaction): Promise<States> {
  const { rows, others } = await lockOne(providerId, id, transaction)
  await deleteKeys([id], transaction)
  return { before: shown(rows), after: shown(others) }
}

/** Deletes the keys and headers of a removed provider. */
export async function deleteSecrets(providerId: string, transaction: Transaction): Promise<void> {
  const rows = await lockKeyRows(providerId, transaction)
  await deleteKeys(
    rows.map(({ id }) => id),
    transaction,
  )
  await setHeaders(providerId, {}, transaction)
}

/** Replaces all headers; returns the names before and after. */
export async function setHeaders(
  providerId: string,
  headers: ProviderHeaderMap,
  transaction: Transaction,
): Promise<{ before: string[]; after: string[] }> {
  const before = await findHeaderNames(providerId, transaction)
  const names = Object.keys(headers).sort()
  const sealed = seal(headersPurpose(providerId), JSON.stringify(headers))
  await saveHeaders({ providerId, names, sealed }, transaction)
  return { before, after: names }
}

async function lockOne(providerId: string, id: string, transaction: Transaction) {
  const rows = await lockKeyRows(providerId, transaction)
  const others = rows.filter((row) => row.id !== id)
  if (others.length === rows.length) throw new AppError('not_found')
  return { rows, others }
}

async function insertSealed(providerId: string, { text, lastFour }: NewKey, transaction: Transaction) {
  const id = newId('pkey')
  const made = {
    id,
    providerId,
    sealed: seal(keyPurpose(providerId, id), text),
    lastFour,
    createdAt: clock.now(),
  }
  await insertKey(made, transaction)
  return made
}

function shown(rows: readonly Pick<KeyRow, 'id' | 'lastFour'>[]): { keys: string[] } {
  return { keys: rows.map(({ id, lastFour }) => `${id} …${lastFour}`) }
}

/** The stored keys (masked) and header names of each provider. */
export async function listStored(): Promise<Map<string, { keys: StoredKey[]; headers: string[] }>> {
  const [keys, headers] = await Promise.all([listKeyRows(), listHeaderRows()])
  const namesOf = new Map(headers.map((row) => [row.providerId, row.names]))
  const ids = new Set([...keys, ...headers].map(({ providerId }) => providerId))
  return new Map(
    [...ids].map((providerId) => {
      const rows = keys.filter((row) => row.providerId === providerId)
      return [providerId, { keys: rows.map(presentKey), headers: namesOf.get(providerId) ?? [] }]
    }),
  )
}

function presentKey({ id, providerId, lastFour, createdAt, refusedAt }: KeyRow): StoredKey {
  return {
    id,
    last_four: lastFour,
    created_at: createdAt.toISOString(),
    refused_at: refusedAt?.toISOString() ?? null,
    is_readable: providerSecrets(providerId)?.keys.some((key) => key.id === id) ?? false,
  }
}

/** Records whether a test accepted the key. */
export function recordKeyTest(id: string, isAccepted: boolean): Promise<void> {
  return saveAcceptance(id, isAccepted, clock.now())
}

/** A customer's own key without its secret. */
export type StoredOwnKey = Omit<OwnKeyRow, 'sealed' | 'customerId'>

export async function listStoredOwnKeys(customerId: string): Promise<StoredOwnKey[]> {
  return listOwnRows(customerId)
}

/** Adds a key for a provider that accepts one. Throws `invalid_parameter` where the maximum is reached. */
export function storeOwnKey(
  customerId: string,
  { provider, allow_fallback }: Pick<AddOwnKeyRequest, 'provider' | 'allow_fallback'>,
  { text, lastFour }: NewKey,
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
      sealed: seal(ownKeyPurpose(customerId, id), text),
      lastFour,
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

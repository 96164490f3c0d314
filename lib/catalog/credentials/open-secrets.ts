import { createHash } from 'node:crypto'
import { clock } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { type SealedColumn, unseal } from '@/lib/platform/secrets'
import type { OwnKey, ProviderKey, ProviderSecrets } from '@/lib/upstream/provider-secrets'
import {
  type KeyRow,
  listHeaderRows,
  listKeyRows,
  listOwnRows,
  type OwnKeyRow,
  saveAcceptance,
  saveOwnRefusal,
} from './repository'
import { ProviderHeaderMap } from './schema'

export function keyPurpose(providerId: string, id: string): string {
  return `provider key ${providerId} ${id}`
}

export function ownKeyPurpose(customerId: string, id: string): string {
  return `provider key of the customer ${customerId} ${id}`
}

export function headersPurpose(providerId: string): string {
  return `provider headers ${providerId}`
}

export const sealedCredentials: SealedColumn[] = [
  {
    table: 'provider_keys',
    column: 'sealed',
    owner: ['provider_id', 'id'],
    purposeOf: ({ provider_id = '', id = '' }) => keyPurpose(provider_id, id),
  },
  {
    table: 'customer_provider_keys',
    column: 'sealed',
    owner: ['customer_id', 'id'],
    purposeOf: ({ customer_id = '', id = '' }) => ownKeyPurpose(customer_id, id),
  },
  {
    table: 'provider_headers',
    column: 'sealed',
    owner: ['provider_id'],
    purposeOf: ({ provider_id = '' }) => headersPurpose(provider_id),
  },
]

/** Decrypted keys and headers by provider. What cannot be decrypted is left out and logged. */
export async function openSecrets(): Promise<ReadonlyMap<string, ProviderSecrets>> {
  const [keyRows, headerRows] = await Promise.all([listKeyRows(), listHeaderRows()])
  const headersOf = new Map(headerRows.map((row) => [row.providerId, row]))
  const ids = new Set([...keyRows, ...headerRows].map(({ providerId }) => providerId))
  return new Map(
    [...ids].map((providerId) => {
      const rows = keyRows.filter((row) => row.providerId === providerId)
      const keys = rows.flatMap((row) => openKey(row) ?? [])
      const sealed = headersOf.get(providerId)?.sealed
      const revision = revisionOf(rows, sealed)
      return [providerId, { keys, headers: sealed ? openHeaders(providerId, sealed) : {}, revision }]
    }),
  )
}

/** Also changes when a key is refused or accepted again, so the provider's earlier failures no longer count. */
function revisionOf(rows: readonly KeyRow[], headers: Uint8Array | undefined): string {
  const keys = rows.map(({ id, refusedAt, acceptedAt }) => [id, refusedAt, acceptedAt])
  const digest = createHash('sha256').update(headers ?? '')
  return digest.update(JSON.stringify(keys)).digest('hex')
}

function openKey({ id, providerId, sealed, refusedAt }: KeyRow): ProviderKey | undefined {
  const secret = unseal(keyPurpose(providerId, id), sealed)
  if (secret === undefined) {
    warnOfSeal(providerId, 'a provider’s key')
    return undefined
  }
  return {
    id,
    secret,
    isRefused: refusedAt !== null,
    storeRefusal: (isRefused) => saveRefusal(id, providerId, isRefused),
  }
}

/** Not awaited: this process knows already. */
function saveRefusal(key: string, provider: string, isRefused: boolean): void {
  if (isRefused) logger.warn({ provider, key }, 'a provider rejects this key: it is not used')
  saveAcceptance(key, !isRefused, clock.now()).catch((error: unknown) =>
    logger.warn({ err: String(error), key }, 'the rejection of a key could not be saved'),
  )
}

/** Customers' own keys, by customer, decrypted. */
export async function openOwnKeys(): Promise<ReadonlyMap<string, readonly OwnKey[]>> {
  const rows = await listOwnRows()
  opened = new Map(rows.map((row) => [row.id, opened.get(row.id) ?? openOwn(row)]))
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId)
  return new Map([...byCustomer].map(([id, keys]) => [id, keys.flatMap((row) => toOwnKey(row) ?? [])]))
}

/** Decrypted once per key, since keys never change and there may be many. */
export let opened = new Map<string, string | undefined>()

function openOwn({ id, customerId, providerId, sealed }: OwnKeyRow): string | undefined {
  const secret = unseal(ownKeyPurpose(customerId, id), sealed)
  if (secret === undefined) warnOfSeal(providerId, 'a customer’s key')
  return secret
}

function toOwnKey({ id, providerId, allowFallback, refusedAt }: OwnKeyRow): OwnKey | undefined {
  const secret = opened.get(id)
  if (secret === undefined) return undefined
  return {
    id,
    secret,
    providerId,
    allowsFallback: allowFallback,
    isRefused: refusedAt !== null,
    storeRefusal: (isRefused) => saveRefusalOfOwnKey(id, isRefused),
  }
}

/** Saves whether a call accepted the key; not awaited. */
function saveRefusalOfOwnKey(id: string, isRefused: boolean): void {
  saveOwnRefusal(id, isRefused ? clock.now() : null).catch((error: unknown) =>
    logger.warn({ err: String(error), key: id }, 'the rejection of a key could not be saved'),
  )
}

function openHeaders(providerId: string, sealed: Uint8Array): ProviderHeaderMap {
  const text = unseal(headersPurpose(providerId), sealed)
  if (text !== undefined) return ProviderHeaderMap.parse(JSON.parse(text))
  warnOfSeal(providerId, 'a provider’s headers')
  return {}
}

function warnOfSeal(provider: string, what: string): void {
  logger.warn({ provider }, `${what} cannot be opened: sealed by an ENCRYPTION_KEY that is not set here`)
}

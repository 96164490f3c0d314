import {
  changeStoredOwnKey,
  listStoredOwnKeys,
  readNewKey,
  recordOwnKeyTest,
  refuseOpenDemo,
  removeStoredOwnKey,
  type StoredOwnKey,
  storeOwnKey,
} from '@/lib/catalog/credentials/keys'
import type { AddOwnKeyRequest, OwnKeyList, OwnKeyRecord } from '@/lib/catalog/credentials/schema'
import { platformFeeRate } from '@/lib/money/orders/offer'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { ownKeysOf } from '@/lib/upstream/provider-secrets'
import { testProvider } from './check-upstreams'
import { applyCatalogEverywhere, catalogSnapshot, findProvider } from './read-snapshot'
import type { ProviderTestReply } from './schema'

/** Customers' own provider keys. Their base URL is that of the provider and can't be chosen. */

export async function listOwnKeys({ customerId }: Caller): Promise<OwnKeyList> {
  const rows = await listStoredOwnKeys(customerId)
  const providers = [...catalogSnapshot().providers.values()]
    .filter(({ enabled, ownTarget, offers }) => enabled && ownTarget !== null && offers.length > 0)
    .map(({ id, name, ownTarget }) => ({ id, name, key_form: ownTarget?.keyForm ?? null }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
  const data = rows.map((row) => presentOwnKey(customerId, row))
  return { object: 'list', data, providers, fee_rate: platformFeeRate() }
}

/** Adds a key, used immediately on every node. Throws `invalid_parameter` for a provider that accepts none. */
export async function addOwnKey({ customerId }: Caller, input: AddOwnKeyRequest): Promise<OwnKeyRecord> {
  refuseOpenDemo()
  const provider = findProvider(input.provider)
  if (!provider?.enabled || !provider.ownTarget)
    throw new AppError('invalid_parameter', {
      param: 'provider',
      message: `There is no provider ${JSON.stringify(input.provider)} that accepts your own key.`,
    })
  const key = readNewKey(provider.ownTarget.keyForm ?? null, input.key)
  const { id } = await storeOwnKey(customerId, input, key)
  await applyCatalogEverywhere()
  return readOwnKey(customerId, id)
}

/** Throws `not_found`. */
export async function changeOwnKey(
  { customerId }: Caller,
  id: string,
  allowsFallback: boolean,
): Promise<OwnKeyRecord> {
  await changeStoredOwnKey(customerId, id, allowsFallback)
  await applyCatalogEverywhere()
  return readOwnKey(customerId, id)
}

/** Removes a key. It starts no more calls, and tasks started with it are no longer polled. Throws `not_found`. */
export async function removeOwnKey({ customerId }: Caller, id: string) {
  await removeStoredOwnKey(customerId, id)
  await applyCatalogEverywhere()
  return { id, object: 'provider_key' as const, deleted: true as const }
}

/** Tests a key with a free call and saves the result. Throws `not_found`, also where it cannot be decrypted. */
export async function testOwnKey({ customerId }: Caller, id: string): Promise<ProviderTestReply> {
  const key = ownKeysOf(customerId).find((one) => one.id === id)
  const target = key && findProvider(key.providerId)?.ownTarget
  if (!key || !target) throw new AppError('not_found')
  const found = await testProvider({ ...target, ownKey: id }, key.secret)
  if (found.result === 'ok' || found.is_key_refused) {
    await recordOwnKeyTest(id, !found.is_key_refused)
    await applyCatalogEverywhere()
  }
  return found
}

async function readOwnKey(customerId: string, id: string): Promise<OwnKeyRecord> {
  const row = (await listStoredOwnKeys(customerId)).find((one) => one.id === id)
  if (row === undefined) throw new AppError('not_found')
  return presentOwnKey(customerId, row)
}

function presentOwnKey(
  customerId: string,
  { id, providerId, lastFour, allowFallback, createdAt, refusedAt }: StoredOwnKey,
): OwnKeyRecord {
  return {
    id,
    object: 'provider_key',
    provider: { id: providerId, name: findProvider(providerId)?.name ?? providerId },
    last_four: lastFour,
    allow_fallback: allowFallback,
    created_at: createdAt.toISOString(),
    refused_at: refusedAt?.toISOString() ?? null,
    is_readable: ownKeysOf(customerId).some((key) => key.id === id),
  }
}

import { providersOfKey } from '@/lib/catalog/credentials/key-shapes'
import {
  addKey,
  deleteSecrets,
  listStored,
  readNewKey,
  recordKeyTest,
  refuseOpenDemo,
  removeKey,
  replaceKey,
  setHeaders,
} from '@/lib/catalog/credentials/keys'
import type { ProviderKeyInput } from '@/lib/catalog/credentials/schema'
import { testProvider } from '@/lib/catalog/models/check-upstreams'
import * as custom from '@/lib/catalog/models/custom-providers'
import { lookForServers } from '@/lib/catalog/models/find-local-models'
import { listProviderSettings, type ProviderSettings } from '@/lib/catalog/models/operator-settings'
import { listProviders } from '@/lib/catalog/models/providers'
import { applyCatalogEverywhere, findProvider } from '@/lib/catalog/models/read-snapshot'
import type { ProviderStatus, ProviderTestReply } from '@/lib/catalog/models/schema'
import { changeAccount, listProviderAccounts } from '@/lib/operator/accounts/provider-accounts'
import type { ChangeAccountRequest, ProviderAccount } from '@/lib/operator/accounts/schema'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import { AdapterOptions } from '@/lib/upstream/contract/adapter'
import type { KeyFormName } from '@/lib/upstream/contract/provider-key'
import { providerSecrets } from '@/lib/upstream/provider-secrets'
import { audited, type States } from './audit'
import {
  type AddProviderRequest,
  type ChangeProviderRequest,
  type ConnectReply,
  type ConnectRequest,
  type LocalServerList,
  OperatorProvider,
  type OperatorProviderList,
} from './catalog-schema'
import type { AuditAction } from './schema'

/** All providers with their status: connected ones first, removed ones last. */
export async function listOperatorProviders(): Promise<OperatorProviderList> {
  const [settings, { data }, stored, accounts] = await Promise.all([
    listProviderSettings(),
    listProviders({ status: 'all' }),
    listStored(),
    listProviderAccounts(),
  ])
  const statusOf = new Map(data.map(({ id, status }) => [id, status]))
  const providers = settings.map((row) =>
    presentProvider(row, statusOf.get(row.id), accounts.get(row.id), stored.get(row.id)),
  )
  return { object: 'list', data: providers.sort(byUseAndName) }
}

function byUseAndName(a: OperatorProvider, b: OperatorProvider): number {
  return placeOf(a) - placeOf(b) || a.name.localeCompare(b.name, 'en')
}

function placeOf({ withdrawn_at, is_configured }: OperatorProvider): number {
  return withdrawn_at !== null ? 2 : is_configured ? 0 : 1
}

type Stored = Pick<OperatorProvider, 'keys' | 'headers'>

function presentProvider(
  row: ProviderSettings,
  status: ProviderStatus | undefined,
  account: ProviderAccount | undefined,
  { keys, headers }: Stored = { keys: [], headers: [] },
): OperatorProvider {
  return OperatorProvider.parse({
    id: row.id,
    name: row.name,
    adapter: row.adapter,
    kind: custom.kindOf(row.adapter, row.options),
    source: row.source,
    enabled: row.enabled,
    is_configured: row.isConfigured,
    status: status ?? 'disabled',
    key: row.key && { variable: row.key.variable, is_set: row.key.isSet },
    keys,
    key_form: AdapterOptions.safeParse(row.options).data?.key ?? null,
    headers,
    base_url: row.baseUrl,
    private_network: row.openedHost !== null,
    address: row.address && { variable: row.address.variable, is_set: row.address.isSet },
    model_count: row.modelIds.length,
    account: account ?? null,
    withdrawn_at: row.withdrawnAt?.toISOString() ?? null,
  })
}

/** Throws `not_found`. */
async function readOperatorProvider(id: string): Promise<OperatorProvider> {
  const { data } = await listOperatorProviders()
  const provider = data.find((one) => one.id === id)
  if (provider === undefined) throw new AppError('not_found')
  return provider
}

/** Adds a key to a provider, used immediately on every node. Throws `not_found`. */
export async function addProviderKey(
  operator: Caller,
  id: string,
  input: ProviderKeyInput,
): Promise<OperatorProvider> {
  refuseOpenDemo()
  const key = readNewKey(await formOf(id), input)
  return changeProvider(operator, 'provider.add_key', id, (transaction) => addKey(id, key, transaction))
}

/** Throws `not_found`. */
async function formOf(id: string): Promise<KeyFormName | null> {
  return (await readOperatorProvider(id)).key_form
}

/** Replaces a key. Throws `not_found`, also where the provider has no such key. */
export async function replaceProviderKey(
  operator: Caller,
  { id, key: keyId }: { id: string; key: string },
  input: ProviderKeyInput,
): Promise<OperatorProvider> {
  refuseOpenDemo()
  const key = readNewKey(await formOf(id), input)
  return changeProvider(operator, 'provider.replace_key', id, (transaction) =>
    replaceKey(id, keyId, key, transaction),
  )
}

/** Removes a key. Throws as `replaceProviderKey` does. */
export function removeProviderKey(
  operator: Caller,
  { id, key: keyId }: { id: string; key: string },
): Promise<OperatorProvider> {
  return changeProvider(operator, 'provider.remove_key', id, (transaction) =>
    removeKey(id, keyId, transaction),
  )
}

/** Changes the alert threshold or the admin key of the account at a provider. Throws `not_found`. */
export function changeProviderAccount(
  operator: Caller,
  id: string,
  request: ChangeAccountRequest,
): Promise<OperatorProvider> {
  return changeProvider(operator, 'provider.change_account', id, (transaction) =>
    changeAccount(findProvider(id), request, transaction),
  )
}

/** Adds a custom provider. Throws `invalid_parameter` for a base URL that is not allowed or a name in use. */
export async function addProvider(
  operator: Caller,
  { key, headers, private_network: isOpened = false, ...given }: AddProviderRequest,
): Promise<OperatorProvider> {
  refuseOpenDemo()
  const id = idOf(given.name)
  const fields = { ...given, opened_host: await custom.checkBaseUrl(given.base_url, isOpened) }
  const change = { action: 'provider.add', subject: { type: 'provider', id } } as const
  await audited(operator, change, async (transaction) => {
    const states = await custom.addCustomProvider(id, fields, transaction)
    const names = headers && (await setHeaders(id, headers, transaction)).after
    const keys = key && (await addKey(id, readNewKey(null, key), transaction)).after.keys
    return {
      before: null,
      after: { ...states.after, ...(names && { headers: names }), ...(keys && { keys }) },
    }
  })
  await applyCatalogEverywhere()
  return readOperatorProvider(id)
}

/** `headers` replaces all headers; what is absent stays. Throws as `addProvider` does, and `not_found`. */
export async function changeCustomProvider(
  operator: Caller,
  id: string,
  { headers, private_network, ...given }: ChangeProviderRequest,
): Promise<OperatorProvider> {
  const present = await custom.readCustomProvider(id)
  const wasOpened = present.opened_host !== null
  const isOpened = private_network ?? wasOpened
  if (isOpened) refuseOpenDemo()
  const isSame = given.base_url === present.base_url && isOpened === wasOpened
  const opened_host = isSame ? present.opened_host : await custom.checkBaseUrl(given.base_url, isOpened)
  const fields = { ...given, opened_host }
  return changeProvider(operator, 'provider.change', id, async (transaction) => {
    const { before, after } = await custom.changeCustomProvider(id, fields, transaction)
    if (headers === undefined) return { before, after }
    const names = await setHeaders(id, headers, transaction)
    // The log records that the values were replaced, not the values.
    return {
      before: { ...before, headers: names.before },
      after: { ...after, headers: names.after, headers_set_anew: true },
    }
  })
}

/** Removes a custom provider and its keys. Throws `not_found`. */
export async function removeProvider(operator: Caller, id: string): Promise<{ id: string; removed: true }> {
  const change = { action: 'provider.remove', subject: { type: 'provider', id } } as const
  await audited(operator, change, async (transaction) => {
    const states = await custom.removeCustomProvider(id, transaction)
    await deleteSecrets(id, transaction)
    return states
  })
  await applyCatalogEverywhere()
  return { id, removed: true }
}

/**
 * Makes a free call with one of the keys, or (null) the one in use. The result for a stored key is saved: an accepted key
 * is used again. Throws `not_found`, and `invalid_parameter` where the provider has no key.
 */
export async function testOperatorProvider(id: string, keyId: string | null): Promise<ProviderTestReply> {
  const target = findProvider(id)?.target
  if (target === undefined) throw new AppError('not_found')
  if (target === null)
    throw new AppError('invalid_parameter', { message: 'This provider has no key.', param: 'key_id' })
  const key = providerSecrets(id)?.keys.find((one) => one.id === keyId)
  if (keyId !== null && key === undefined) throw new AppError('not_found')
  const found = await testProvider(target, key?.secret)
  if (key && (found.result === 'ok' || found.is_key_refused)) {
    await recordKeyTest(key.id, !found.is_key_refused)
    await applyCatalogEverywhere()
  }
  return found
}

async function changeProvider(
  operator: Caller,
  action: AuditAction,
  id: string,
  change: (transaction: Transaction) => Promise<States>,
): Promise<OperatorProvider> {
  if (findProvider(id) === undefined) throw new AppError('not_found')
  await audited(operator, { action, subject: { type: 'provider', id } }, change)
  await applyCatalogEverywhere()
  return readOperatorProvider(id)
}

/**
 * Adds a key to the provider that it is of: the given one, or the only one whose keys look like it. The key is tested first;
 * one that fails is not stored. Nothing is sent while the provider is not certain. Throws `not_found`.
 */
export async function connectByKey(
  operator: Caller,
  { key, provider }: ConnectRequest,
): Promise<ConnectReply> {
  refuseOpenDemo()
  const candidates = providersOfKey(key).flatMap((id) => {
    const found = findProvider(id)
    return found ? [{ id, name: found.name }] : []
  })
  const [first, ...others] = candidates
  const id = provider ?? (others.length === 0 ? first?.id : undefined)
  if (id === undefined) return { candidates, provider: null, test: null }
  const found = findProvider(id)
  const target = found?.ownTarget ?? found?.target
  if (!target) throw new AppError('not_found')
  const { text } = readNewKey(target.keyForm ?? null, key)
  const test = await testProvider(target, text)
  if (test.result === 'failed') return { candidates, provider: null, test }
  const isStored = providerSecrets(id)?.keys.some(({ secret }) => secret === text)
  const connected = isStored ? readOperatorProvider(id) : addProviderKey(operator, id, key)
  return { candidates, provider: await connected, test }
}

/** Servers of models on this machine, and the provider that each already is. */
export async function findLocalServers(): Promise<LocalServerList> {
  refuseOpenDemo()
  const [servers, { data }] = await Promise.all([lookForServers(), listOperatorProviders()])
  const isOf = (base: string, { base_url, withdrawn_at }: OperatorProvider) =>
    withdrawn_at === null && base_url?.replace('//localhost:', '//127.0.0.1:') === base
  return {
    object: 'list',
    data: servers.map((server) => ({
      ...server,
      provider_id: data.find((one) => isOf(server.base_url, one))?.id ?? null,
    })),
  }
}

/** An id made of the name; ids of the provider's models start with it. */
function idOf(name: string): string {
  const id = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (id !== '') return id
  throw new AppError('invalid_parameter', {
    param: 'name',
    message: 'name must contain a letter a–z or a digit.',
  })
}

import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { checkOutboundUrl, checkOwnNetworkUrl, OutboundError } from '@/lib/platform/safe-fetch/outbound-url'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import type { Guard } from '@/lib/upstream/connect'
import type { AdapterName, SdkName } from '@/lib/upstream/contract/adapter'
import type { CatalogSnapshot } from './catalog-snapshot'
import {
  type CustomProvider,
  insertCustomProvider,
  lockProvider,
  updateCustomProvider,
  withdrawProvider,
} from './operator-repository'
import { CustomProviderFields, ProviderKind } from './schema'

/** Custom providers, added in the console. Seeds never change them. */

type ProviderType = { adapter: AdapterName; options: { sdk?: SdkName } }

const providerTypes: Record<ProviderKind, ProviderType> = {
  'openai-compatible': { adapter: 'openai-compatible', options: {} },
  ark: { adapter: 'ark', options: {} },
  anthropic: { adapter: 'ai-sdk', options: { sdk: 'anthropic' } },
  google: { adapter: 'ai-sdk', options: { sdk: 'google' } },
  fal: { adapter: 'ai-sdk', options: { sdk: 'fal' } },
  replicate: { adapter: 'ai-sdk', options: { sdk: 'replicate' } },
}

/** Null for an adapter that custom providers cannot have (the sandbox). */
export function kindOf(adapter: string, options: unknown): ProviderKind | null {
  const sdk = z.object({ sdk: z.string() }).safeParse(options).data?.sdk
  return ProviderKind.safeParse(adapter === 'ai-sdk' ? sdk : adapter).data ?? null
}

const Fields = z.object({ ...CustomProviderFields, opened_host: z.string().nullable() })
type Fields = z.infer<typeof Fields>

type State = Partial<Fields> | null

/** For the audit log. */
const shown = ({ opened_host, ...fields }: Fields) => ({ ...fields, ...(opened_host && { opened_host }) })

/**
 * Returns the host that the operator opens, if `isOpened`: one of this machine or a private network. Throws
 * `invalid_parameter` for others then, else for a URL that customers' URLs may not lead to either (see `OUTBOUND_ALLOW`).
 */
export async function checkBaseUrl(baseUrl: string, isOpened: boolean): Promise<string | null> {
  const refuse = (message: string) => new AppError('invalid_parameter', { param: 'base_url', message })
  if (baseUrl.includes('#')) throw refuse('The URL must not have a fragment.')
  if (isOpened)
    return checkOwnNetworkUrl(baseUrl).catch((error: unknown) => {
      throw error instanceof OutboundError ? refuse(error.message) : error
    })
  const refusal = await checkOutboundUrl(baseUrl)
  if (refusal === undefined) return null
  const hint = /public addresses|must be https/.test(refusal)
    ? ' A server on this machine or in your own network must be marked as one (private_network).'
    : ''
  throw refuse(`${refusal}${hint}`)
}

type GuardedRow = { id: string; source: string; baseUrl: string | null; openedHost: string | null }

/** Where connections to custom providers may lead, by origin. An origin that another provider has as well is trusted. */
export function guardsOf(
  rows: readonly GuardedRow[],
  { providers }: Pick<CatalogSnapshot, 'providers'>,
): ReadonlyMap<string, Guard> {
  const originOf = ({ id, baseUrl }: GuardedRow) =>
    URL.parse(providers.get(id)?.target?.baseUrl ?? baseUrl ?? '')?.origin ?? ''
  const guards = new Map<string, Guard>()
  const isCustom = ({ source }: GuardedRow) => source === 'operator'
  for (const row of rows.filter(isCustom))
    if (row.openedHost !== null) guards.set(originOf(row), 'own_network')
    else if (!guards.has(originOf(row))) guards.set(originOf(row), 'public')
  for (const row of rows) if (!isCustom(row)) guards.delete(originOf(row))
  return guards
}

/** The base URL has been checked. Throws `invalid_parameter` where the id is or was in use. */
export async function addCustomProvider(
  id: string,
  fields: Fields,
  transaction: Transaction,
): Promise<{ before: State; after: State }> {
  if (!(await insertCustomProvider(rowOf(id, fields), transaction)))
    throw new AppError('invalid_parameter', {
      param: 'id',
      message: 'A provider with this id exists or existed.',
    })
  return { before: null, after: shown(fields) }
}

/** Throws `not_found`, also for a provider that is not custom. */
export function readCustomProvider(id: string): Promise<Fields> {
  return inTransaction((transaction) => lockCustomProvider(id, transaction))
}

/** The base URL has been checked. Throws `not_found`, also for a provider that is not custom. */
export async function changeCustomProvider(
  id: string,
  change: Partial<Fields>,
  transaction: Transaction,
): Promise<{ before: State; after: State }> {
  const before = await lockCustomProvider(id, transaction)
  const after = { ...before, ...change }
  await updateCustomProvider(rowOf(id, after), transaction)
  return { before: shown(before), after: shown(after) }
}

/** Withdraws the provider; the row stays, since usage refers to it. Throws as `changeOwnProvider` does. */
export async function removeCustomProvider(
  id: string,
  transaction: Transaction,
): Promise<{ before: State; after: State }> {
  const before = await lockCustomProvider(id, transaction)
  await withdrawProvider(id, clock.now(), transaction)
  return { before: shown(before), after: null }
}

function rowOf(id: string, fields: Fields): CustomProvider {
  const { name, kind, base_url: baseUrl, opened_host: openedHost } = fields
  return { id, name, baseUrl: baseUrl.replace(/\/+$/, ''), openedHost, ...providerTypes[kind] }
}

async function lockCustomProvider(id: string, transaction: Transaction): Promise<Fields> {
  const row = await lockProvider(id, transaction)
  if (row?.source !== 'operator') throw new AppError('not_found')
  return Fields.parse({
    name: row.name,
    kind: kindOf(row.adapter, row.options),
    base_url: row.baseUrl,
    opened_host: row.openedHost,
  })
}

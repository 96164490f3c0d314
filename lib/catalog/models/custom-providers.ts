import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { checkOutboundUrl } from '@/lib/platform/safe-fetch/outbound-url'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import type { AdapterName, SdkName } from '@/lib/upstream/contract/adapter'
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

const Fields = z.object(CustomProviderFields)
type Fields = z.infer<typeof Fields>

type State = Fields | null

/**
 * Throws `invalid_parameter` for a URL that customers' URLs may not lead to either (see `OUTBOUND_ALLOW`), or with a
 * fragment.
 */
export async function checkBaseUrl(baseUrl: string): Promise<void> {
  const refusal = baseUrl.includes('#')
    ? 'The URL must not have a fragment.'
    : await checkOutboundUrl(baseUrl)
  if (refusal === undefined) return
  const hint = /public addresses|must be https/.test(refusal)
    ? ' To allow a host in your own network, add it to OUTBOUND_ALLOW and restart.'
    : ''
  throw new AppError('invalid_parameter', { param: 'base_url', message: `${refusal}${hint}` })
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
  return { before: null, after: fields }
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
): Promise<{ before: Fields; after: Fields }> {
  const before = await lockCustomProvider(id, transaction)
  const after = { ...before, ...change }
  await updateCustomProvider(rowOf(id, after), transaction)
  return { before, after }
}

/** Withdraws the provider; the row stays, since usage refers to it. Throws as `changeOwnProvider` does. */
export async function removeCustomProvider(
  id: string,
  transaction: Transaction,
): Promise<{ before: State; after: State }> {
  const before = await lockCustomProvider(id, transaction)
  await withdrawProvider(id, clock.now(), transaction)
  return { before, after: null }
}

function rowOf(id: string, { name, kind, base_url: baseUrl }: Fields): CustomProvider {
  return { id, name, baseUrl: baseUrl.replace(/\/+$/, ''), ...providerTypes[kind] }
}

async function lockCustomProvider(id: string, transaction: Transaction): Promise<Fields> {
  const row = await lockProvider(id, transaction)
  if (row?.source !== 'operator') throw new AppError('not_found')
  return Fields.parse({ name: row.name, kind: kindOf(row.adapter, row.options), base_url: row.baseUrl })
}

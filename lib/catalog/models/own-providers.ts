import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { checkOutboundUrl } from '@/lib/platform/safe-fetch/outbound-url'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import type { AdapterName, SdkName } from '@/lib/upstream/contract/adapter'
import {
  insertOwnProvider,
  lockProvider,
  type OwnProvider,
  updateOwnProvider,
  withdrawProvider,
} from './operator-repository'
import { OwnProviderFields, ProviderKind } from './schema'

/** Providers that an operator made in the console, beside those of the files, which no seed touches. */

type Way = { adapter: AdapterName; options: { sdk?: SdkName } }

const ways: Record<ProviderKind, Way> = {
  'openai-compatible': { adapter: 'openai-compatible', options: {} },
  ark: { adapter: 'ark', options: {} },
  anthropic: { adapter: 'ai-sdk', options: { sdk: 'anthropic' } },
  google: { adapter: 'ai-sdk', options: { sdk: 'google' } },
  fal: { adapter: 'ai-sdk', options: { sdk: 'fal' } },
  replicate: { adapter: 'ai-sdk', options: { sdk: 'replicate' } },
}

/** Null: an adapter that is no kind of an own provider (the sandbox). */
export function kindOf(adapter: string, options: unknown): ProviderKind | null {
  const sdk = z.object({ sdk: z.string() }).safeParse(options).data?.sdk
  return ProviderKind.safeParse(adapter === 'ai-sdk' ? sdk : adapter).data ?? null
}

const Fields = z.object(OwnProviderFields)
type Fields = z.infer<typeof Fields>

type State = Fields | null

/**
 * Throws `invalid_parameter` for an address to which callers' URLs may not lead either (`OUTBOUND_ALLOW` opens others), and
 * for one that is no base of an API.
 */
export async function checkBaseUrl(baseUrl: string): Promise<void> {
  const refusal = baseUrl.includes('#')
    ? 'The URL must not have a fragment.'
    : await checkOutboundUrl(baseUrl)
  if (refusal === undefined) return
  const hint = /public addresses|must be https/.test(refusal)
    ? ' OUTBOUND_ALLOW opens hosts of your own network.'
    : ''
  throw new AppError('invalid_parameter', { param: 'base_url', message: `${refusal}${hint}` })
}

/** Its address has been checked. Throws `invalid_parameter` where the id is in use. */
export async function addOwnProvider(
  id: string,
  fields: Fields,
  transaction: Transaction,
): Promise<{ before: State; after: State }> {
  if (!(await insertOwnProvider(rowOf(id, fields), transaction)))
    throw new AppError('invalid_parameter', {
      param: 'id',
      message: 'There is a provider with this id already, or there was one.',
    })
  return { before: null, after: fields }
}

/** Throws `not_found`, also for one that is not the operator's own. */
export function readOwnProvider(id: string): Promise<Fields> {
  return inTransaction((transaction) => lockOwn(id, transaction))
}

/** Its address has been checked. Throws `not_found`, also for one that is not the operator's own. */
export async function changeOwnProvider(
  id: string,
  change: Partial<Fields>,
  transaction: Transaction,
): Promise<{ before: Fields; after: Fields }> {
  const before = await lockOwn(id, transaction)
  const after = { ...before, ...change }
  await updateOwnProvider(rowOf(id, after), transaction)
  return { before, after }
}

/** Withdrawn, not deleted: bills refer to it. Throws as `changeOwnProvider` does. */
export async function removeOwnProvider(
  id: string,
  transaction: Transaction,
): Promise<{ before: State; after: State }> {
  const before = await lockOwn(id, transaction)
  await withdrawProvider(id, clock.now(), transaction)
  return { before, after: null }
}

function rowOf(id: string, { name, kind, base_url: baseUrl }: Fields): OwnProvider {
  return { id, name, baseUrl: baseUrl.replace(/\/+$/, ''), ...ways[kind] }
}

async function lockOwn(id: string, transaction: Transaction): Promise<Fields> {
  const row = await lockProvider(id, transaction)
  if (row?.source !== 'operator') throw new AppError('not_found')
  return Fields.parse({ name: row.name, kind: kindOf(row.adapter, row.options), base_url: row.baseUrl })
}

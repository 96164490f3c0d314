import { openOwnKeys, openSecrets } from '@/lib/catalog/credentials/open-secrets'
import { keepPriceGroups, readPriceGroups, refreshVolumes } from '@/lib/money/price-groups/in-force'
import { clock } from '@/lib/platform/clock'
import { readSecret } from '@/lib/platform/env'
import { repeat } from '@/lib/platform/instance'
import { logger } from '@/lib/platform/logger'
import { subscribe, untilHeard } from '@/lib/platform/notify'
import { guardOrigins } from '@/lib/upstream/connect'
import { keepProviderSecrets, ownKeysOf } from '@/lib/upstream/provider-secrets'
import {
  buildSnapshot,
  type CatalogModel,
  type CatalogProvider,
  type CatalogRoute,
  type CatalogSnapshot,
} from './catalog-snapshot'
import { guardsOf } from './custom-providers'
import type { DataRules } from './data-rules-schema'
import { doesPriceBegin, listDataRules, readCatalogRows } from './repository'
import type { Modality } from './schema'

/** Besides change notifications: prices take effect by date. */
const PRICES_MILLIS = 30_000
/** A whole read, which takes milliseconds of processor time, in case a change was not announced. */
const REFRESH_MILLIS = 5 * 60_000
/** How late a discount by volume may begin. */
const VOLUME_MILLIS = 10_000

type State = {
  snapshot: CatalogSnapshot | undefined
  dataRules: ReadonlyMap<string, DataRules>
  reading: Promise<void> | undefined
  /** Something changed while a read was in progress. */
  stale: boolean
  watching: Promise<void> | undefined
  readsBegun: number
  /** The read that `snapshot` is from: one that began earlier must not replace it. */
  latest: number
  /** When that read began. */
  readAt: Date
}

const state: State = {
  snapshot: undefined,
  dataRules: new Map(),
  reading: undefined,
  stale: false,
  watching: undefined,
  readsBegun: 0,
  latest: 0,
  readAt: clock.now(),
}

/** The current catalog, from memory. Throws before `loadCatalog` has run. */
export function catalogSnapshot(): CatalogSnapshot {
  if (state.snapshot === undefined) throw new Error('the catalog has not been loaded')
  return state.snapshot
}

export function keepDataRules(byCustomer: ReadonlyMap<string, DataRules>): void {
  state.dataRules = byCustomer
}

/** A customer's rules for all its requests; undefined if it has none. */
export function dataRulesOf(customerId: string): DataRules | undefined {
  return state.dataRules.get(customerId)
}

/** Whether only the sandbox is configured, so that no request costs the operator anything. */
export function isSandboxAlone(): boolean {
  const providers = [...catalogSnapshot().providers.values()]
  return providers.every(({ id, configured }) => id === 'sandbox' || !configured)
}

/** Loads the catalog and keeps it up to date. Called at start, and after a change that must apply immediately. */
export async function loadCatalog(): Promise<void> {
  state.watching ??= watch().catch((error: unknown) => {
    state.watching = undefined
    throw error
  })
  await state.watching
  await read()
}

/**
 * Call after a change of the catalog or its keys is committed. When this resolves, every node has loaded the change, or did
 * not answer for three seconds.
 */
export async function applyCatalogEverywhere(): Promise<void> {
  const heard = untilHeard().catch((error: unknown) =>
    logger.warn({ err: String(error) }, 'the catalog has changed, but other nodes may apply it late'),
  )
  await Promise.all([loadCatalog(), heard])
}

async function watch(): Promise<void> {
  await subscribe('catalog', { onMessage: refresh, onGap: refresh })
  repeat(PRICES_MILLIS, refreshWhenDue, 'the catalog could not be read')
  repeat(
    VOLUME_MILLIS,
    refreshVolumes,
    'the spending of customers with a discount by volume could not be read',
  )
}

async function refreshWhenDue(): Promise<void> {
  const now = clock.now()
  const isOld = Math.abs(now.getTime() - state.readAt.getTime()) >= REFRESH_MILLIS
  if (isOld || (await doesPriceBegin(state.readAt, now))) await refresh()
}

/** Resolves after a read that began after this call. */
async function refresh(): Promise<void> {
  if (state.snapshot === undefined) return
  state.stale = true
  state.reading ??= readWhileStale()
  await state.reading
}

async function readWhileStale(): Promise<void> {
  while (state.stale)
    await read().catch((error: unknown) =>
      logger.warn({ err: String(error) }, 'the catalog could not be read; keeping the old one'),
    )
  state.reading = undefined
}

async function read(): Promise<void> {
  state.stale = false
  const number = ++state.readsBegun
  const now = clock.now()
  const [rows, secrets, ownKeys, groups, dataRules] = await Promise.all([
    readCatalogRows(now),
    openSecrets(),
    openOwnKeys(),
    readPriceGroups(),
    listDataRules(),
  ])
  if (number < state.latest) return
  state.latest = number
  state.readAt = now
  keepProviderSecrets(secrets, ownKeys)
  keepPriceGroups(groups)
  keepDataRules(dataRules)
  state.snapshot = buildSnapshot(rows, readSecret, secrets)
  guardOrigins(guardsOf(rows.providers, state.snapshot))
}

/** A callable model. */
export function findModel(id: string): CatalogModel | undefined {
  return catalogSnapshot().models.get(id)
}

/** A model that the customer can call, also with their own keys at providers for which the operator has none. */
export function findModelOf(
  customerId: string,
  id: string,
  snapshot: CatalogSnapshot = catalogSnapshot(),
): CatalogModel | undefined {
  const keys = ownKeysOf(customerId)
  const whole = keys.length === 0 ? undefined : snapshot.connectable.get(id)
  if (whole === undefined) return snapshot.models.get(id)
  const isOpen = ({ providerId }: CatalogRoute) =>
    snapshot.providers.get(providerId)?.configured || keys.some((key) => key.providerId === providerId)
  const [first, ...others] = whole.routes.filter(isOpen)
  return first && { ...whole, routes: [first, ...others] }
}

/** Every model that the customer can call, by id. */
export function listModelsOf(customerId: string): CatalogModel[] {
  const { models, connectable } = catalogSnapshot()
  if (ownKeysOf(customerId).length === 0) return [...models.values()]
  const ids = [...new Set([...models.keys(), ...connectable.keys()])].sort()
  return ids.flatMap((id) => findModelOf(customerId, id) ?? [])
}

/** Whether the catalog has the model (of that modality), callable or not. */
export function modelExists(id: string, modality?: Modality): boolean {
  const known = catalogSnapshot().knownModels.get(id)
  return known !== undefined && (modality === undefined || known === modality)
}

export function findProvider(id: string): CatalogProvider | undefined {
  return catalogSnapshot().providers.get(id)
}

export function providerExists(id: string): boolean {
  return findProvider(id) !== undefined
}

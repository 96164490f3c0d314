import { openOwnKeys, openSecrets } from '@/lib/catalog/credentials/open-secrets'
import { clock } from '@/lib/platform/clock'
import { readSecret } from '@/lib/platform/env'
import { repeat } from '@/lib/platform/instance'
import { logger } from '@/lib/platform/logger'
import { subscribe } from '@/lib/platform/notify'
import { keepProviderSecrets, ownKeysOf } from '@/lib/upstream/provider-secrets'
import {
  buildSnapshot,
  type CatalogModel,
  type CatalogProvider,
  type CatalogRoute,
  type CatalogSnapshot,
} from './catalog-snapshot'
import { readCatalogRows } from './repository'
import type { Modality } from './schema'

/** Besides notifications of changes: a price may take effect by its date, and a message may be lost. */
const REFRESH_MILLIS = 30_000

type Keeper = {
  snapshot: CatalogSnapshot | undefined
  reading: Promise<void> | undefined
  /** Something changed while a read was in progress. */
  stale: boolean
  watching: Promise<void> | undefined
  readsBegun: number
  /** The read that `snapshot` is from: one that began earlier must not replace it. */
  latest: number
}

const keeper: Keeper = {
  snapshot: undefined,
  reading: undefined,
  stale: false,
  watching: undefined,
  readsBegun: 0,
  latest: 0,
}

/** The catalog now. Costs nothing; throws when `loadCatalog` has not run. */
export function catalogSnapshot(): CatalogSnapshot {
  if (keeper.snapshot === undefined) throw new Error('the catalog has not been loaded')
  return keeper.snapshot
}

/** Whether no provider but the sandbox is configured: then no request costs the operator anything. */
export function isSandboxAlone(): boolean {
  const providers = [...catalogSnapshot().providers.values()]
  return providers.every(({ id, configured }) => id === 'sandbox' || !configured)
}

/** Reads the catalog and keeps it fresh from then on. Called at start, and after a change that must show at once. */
export async function loadCatalog(): Promise<void> {
  keeper.watching ??= watch().catch((error: unknown) => {
    keeper.watching = undefined
    throw error
  })
  await keeper.watching
  await read()
}

async function watch(): Promise<void> {
  await subscribe('catalog', { onMessage: refresh, onGap: refresh })
  repeat(REFRESH_MILLIS, async () => refresh(), 'the catalog could not be read')
}

function refresh(): void {
  if (keeper.snapshot === undefined) return
  if (keeper.reading) {
    keeper.stale = true
    return
  }
  keeper.reading = read()
    .catch((error: unknown) =>
      logger.warn({ err: String(error) }, 'the catalog could not be read; keeping the old one'),
    )
    .finally(() => {
      keeper.reading = undefined
      if (keeper.stale) refresh()
    })
}

async function read(): Promise<void> {
  keeper.stale = false
  const number = ++keeper.readsBegun
  const [rows, secrets, own] = await Promise.all([readCatalogRows(clock.now()), openSecrets(), openOwnKeys()])
  if (number < keeper.latest) return
  keeper.latest = number
  keepProviderSecrets(secrets, own)
  keeper.snapshot = buildSnapshot(rows, readSecret, secrets)
}

/** A model that can be called now. */
export function findModel(id: string): CatalogModel | undefined {
  return catalogSnapshot().models.get(id)
}

/** A model that the customer can call: with keys of its own, also at providers for which the operator has none. */
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

/** Whether the catalog has the model (of that modality), even where no provider of it is configured yet. */
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

import { refuseWhenSpent } from '@/lib/money/ledger/quota'
import type { Price } from '@/lib/money/prices/price'
import type { Caller } from '@/lib/platform/caller'
import type { CatalogSnapshot } from './catalog-snapshot'
import { catalogSnapshot } from './read-snapshot'

/**
 * Throws 402 for a caller without credit before the body is read, unless the catalog has a free model. Moderations do not
 * count: they are mostly free, and no reason to read the body of a large chat.
 */
export async function refuseWithoutCredit(caller: Caller, catalog = catalogSnapshot()): Promise<void> {
  if (offersFree(catalog)) return
  const key = `${caller.customerId} ${caller.apiKey?.id ?? caller.member?.id}`
  const check = checks.get(key) ?? refuseWhenSpent(caller).finally(() => checks.delete(key))
  checks.set(key, check)
  await check
}

/** Checks in progress; concurrent requests of a caller share one. */
const checks = new Map<string, Promise<void>>()

/** Computed once per snapshot. */
const known = new WeakMap<CatalogSnapshot, boolean>()

function offersFree(snapshot: CatalogSnapshot): boolean {
  const before = known.get(snapshot)
  if (before !== undefined) return before
  const models = [...snapshot.models.values()].filter(({ modality }) => modality !== 'moderation')
  const routes = models.flatMap((model) => model.routes)
  const offers = routes.some(({ price }) => isFree(price))
  known.set(snapshot, offers)
  return offers
}

/** Whether the default service tier is free. */
function isFree({ videoSecond, ...rates }: Price): boolean {
  return [...Object.values(rates), ...Object.values(videoSecond)].every(
    (rate) => typeof rate !== 'bigint' || rate === 0n,
  )
}

import { refuseWhenSpent } from '@/lib/money/ledger/quota'
import type { Price } from '@/lib/money/prices/price'
import type { Caller } from '@/lib/platform/caller'
import type { CatalogSnapshot } from './catalog-snapshot'
import { catalogSnapshot } from './read-snapshot'

/**
 * Throws 402 for a caller who can use no model, before it is known which one is requested: it has no credit left, and
 * the catalog has nothing free. (Moderations are mostly free, and no reason to read a large chat.)
 */
export async function refuseWithoutCredit(caller: Caller, catalog = catalogSnapshot()): Promise<void> {
  if (offersFree(catalog)) return
  const who = `${caller.customerId} ${caller.apiKey?.id}`
  const look = looks.get(who) ?? refuseWhenSpent(caller).finally(() => looks.delete(who))
  looks.set(who, look)
  await look
}

/** Checks in progress: a caller's concurrent requests share one. */
const looks = new Map<string, Promise<void>>()

/** Worked out once for each state of the catalog. */
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

/** In its plain tier, the default. */
function isFree({ videoSecond, serviceTiers: _, ...rates }: Price): boolean {
  return [...Object.values(rates), ...Object.values(videoSecond)].every(
    (rate) => rate === 0n || rate === null,
  )
}

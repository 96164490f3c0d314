import { clock } from '@/lib/platform/clock'
import { readList } from './internal/list-formats'
import { findListedModels, insertListedModels, listKnownRoutes, saveEndDates } from './operator-repository'
import { findShortfalls, matchList, type Shortfall } from './price-list'
import { catalogSnapshot } from './read-snapshot'

/** How long a new model is news. */
const NEWS_MILLIS = 48 * 3_600_000

/** What operators should know of a newer price list. */
export type FeedNews = {
  /** By provider, the callable models that are sold for less than the list says that they cost. */
  belowCost: ReadonlyMap<string, { modelId: string; shortfalls: Shortfall[] }[]>
  /** Models of connected providers that the catalog lacks, first listed in the last days, by provider and reading. */
  added: ReadonlyMap<string, { providerId: string; upstreamId: string }[]>
}

/**
 * Compares a newer price list (as `planPriceUpdate` reads it) with what is sold now, and keeps its end dates and which models it
 * was the first to name. Prices stay. May run twice.
 */
export async function takeFeed(content: unknown): Promise<FeedNews> {
  const { found, unknown } = matchList(readList(content), await listKnownRoutes())
  const listed = new Map([...found].map(([{ id }, entry]) => [id, entry]))
  const ended = [...found].flatMap(([{ id, endsOn }, entry]): [string, string][] =>
    entry.endsOn !== null && entry.endsOn !== endsOn ? [[id, entry.endsOn]] : [],
  )
  await saveEndDates(new Map(ended))
  const { models, providers } = catalogSnapshot()
  const isConnected = (id: string) => Boolean(providers.get(id)?.enabled && providers.get(id)?.target)
  const now = clock.now()
  await insertListedModels(
    unknown.filter(({ providerId }) => isConnected(providerId)),
    now,
  )
  const news = (await findListedModels(new Date(now.getTime() - NEWS_MILLIS))).filter(({ providerId }) =>
    isConnected(providerId),
  )
  const routes = [...models.values()].flatMap((model) => model.routes.map((route) => ({ model, route })))
  const short = routes.flatMap(({ model, route: { routeId, providerId, pricing } }) => {
    const entry = listed.get(routeId)
    const shortfalls = entry?.modality === model.modality ? findShortfalls(pricing, entry.pricing) : []
    return shortfalls.length > 0 ? [{ providerId, modelId: model.id, shortfalls }] : []
  })
  return {
    belowCost: Map.groupBy(short, ({ providerId }) => providerId),
    added: Map.groupBy(news, ({ providerId, seenAt }) => `${providerId} ${seenAt.toISOString()}`),
  }
}

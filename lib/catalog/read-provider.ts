import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { createFreshCache } from '@/lib/platform/fresh-cache'
import { readTraffic } from '@/lib/usage/read-traffic'
import { addTraffic, noTraffic, throughputTps } from '@/lib/usage/traffic'
import type { CatalogProvider } from './catalog-snapshot'
import { findProvider } from './find-provider'
import { readHealth } from './internal/read-health'
import { windowStart } from './internal/stats-windows'
import { presentOffer, presentProvider } from './presenter'
import type { ProviderReply } from './schema'

const cached = createFreshCache<ProviderReply>('provider')

/** One provider with its models, each with the figures of the last 24 hours. 404 where there is none. */
export async function readProvider(id: string): Promise<ProviderReply> {
  const provider = findProvider(id)
  if (provider === undefined) throw new AppError('not_found', { message: 'There is no such provider.' })
  return cached(id, () => count(provider))
}

async function count(provider: CatalogProvider): Promise<ProviderReply> {
  const now = clock.now()
  const [health, rows] = await Promise.all([
    readHealth(),
    readTraffic({
      from: windowStart('24h', now),
      providerId: provider.id,
      byModel: true,
      speeds: ['latency', 'ttft', 'throughput'],
    }),
  ])
  const trafficOf = new Map(rows.map((row) => [row.model_id, row]))
  const whole = addTraffic(rows)
  return {
    ...presentProvider(provider, health.statusOf(provider)),
    models: provider.offers.map((offer) => {
      const status = health.statusOfModel(provider, offer.modelId)
      return presentOffer(offer, status, trafficOf.get(offer.modelId) ?? noTraffic)
    }),
    policies: provider.policies,
    throughput: {
      p50: throughputTps(whole, 0.5),
      p90: throughputTps(whole, 0.9),
      unit: 'tokens/s',
      window: '24h',
    },
    as_of: now.toISOString(),
  }
}

import { readTraffic } from '@/lib/money/usage/read-traffic'
import { addTraffic, noTraffic, throughputTps } from '@/lib/money/usage/traffic'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { createFreshCache } from '@/lib/platform/fresh-cache'
import { type HealthReport, readHealth } from './internal/health'
import { presentOffer, presentProvider } from './presenter'
import { windowStart } from './read-provider-stats'
import { catalogSnapshot, findModel, findProvider } from './read-snapshot'
import type {
  ModelProvider,
  ProviderItem,
  ProviderListQuery,
  ProviderListReply,
  ProviderReply,
} from './schema'

/** Only figures are cached; names, prices and status are always current. */
const cachedHealth = createFreshCache<HealthReport>('provider-health')
const cachedTraffic = createFreshCache<Awaited<ReturnType<typeof countTraffic>>>('provider-traffic')

/**
 * Active providers with models, by name. `status=all` appends those that are disabled or lack a key, as `disabled`.
 */
export async function listProviders({ status }: ProviderListQuery): Promise<ProviderListReply> {
  const health = await cachedHealth('all', readHealth)
  const data = [...catalogSnapshot().providers.values()]
    .filter(({ offers }) => offers.length > 0)
    .map((provider) => presentProvider(provider, health.statusOf(provider)))
    .filter((item) => status === 'all' || item.status !== 'disabled')
  return { object: 'list', data: data.sort(byService), has_more: false, next_cursor: '' }
}

function byService(a: ProviderItem, b: ProviderItem): number {
  const isOff = (item: ProviderItem) => (item.status === 'disabled' ? 1 : 0)
  return isOff(a) - isOff(b) || a.name.localeCompare(b.name, 'en')
}

/** One provider with its models and their figures of the last 24 hours. Throws `not_found`. */
export async function readProvider(id: string): Promise<ProviderReply> {
  const provider = findProvider(id)
  if (provider === undefined) throw new AppError('not_found', { message: 'There is no such provider.' })
  const [health, { now, rows }] = await Promise.all([
    cachedHealth('all', readHealth),
    cachedTraffic(id, () => countTraffic(id)),
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

async function countTraffic(providerId: string) {
  const now = clock.now()
  const rows = await readTraffic({
    from: windowStart('24h', now),
    providerId,
    byModel: true,
    speeds: ['latency', 'ttft', 'throughput'],
  })
  return { now, rows }
}

/** A model's providers in the order in which they are tried; empty where none is configured. */
export async function listModelProviders(modelId: string): Promise<ModelProvider[]> {
  const routes = findModel(modelId)?.routes ?? []
  const found = await Promise.all(
    routes.map(async ({ providerId }) => {
      const { id, name, disabled_reason, models } = await readProvider(providerId)
      return models
        .filter((model) => model.id === modelId)
        .map((model) => ({ ...model, id, name, disabled_reason }))
    }),
  )
  return found.flat()
}

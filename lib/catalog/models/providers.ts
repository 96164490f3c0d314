import { readTraffic } from '@/lib/money/usage/read-traffic'
import type { Kind } from '@/lib/money/usage/schema'
import {
  addTraffic,
  latencyMs,
  leadingKind,
  modalitiesOf,
  noTraffic,
  successRateOf,
  type Traffic,
  type TrafficRow,
  throughputTps,
  ttftMs,
  uptimeOf,
  usedModalities,
} from '@/lib/money/usage/traffic'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { createFreshCache } from '@/lib/platform/fresh-cache'
import { modelAtPricesOf } from './customer-prices'
import { type HealthReport, readHealth } from './health'
import { presentOffer, presentProvider } from './presenter'
import { catalogSnapshot, findModel, findProvider, providerExists } from './read-snapshot'
import type {
  Modality,
  ModelProvider,
  ProviderItem,
  ProviderListQuery,
  ProviderListReply,
  ProviderReply,
} from './schema'
import type { Percentiles, ProviderStatsReply, StatsPoint, StatsQuery, StatsWindow } from './stats-schema'

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
export async function listModelProviders(modelId: string, customerId = ''): Promise<ModelProvider[]> {
  const model = findModel(modelId)
  const routes = model ? modelAtPricesOf({ customerId }, model).routes : []
  const found = await Promise.all(
    routes.map(async ({ providerId, pricing }) => {
      const { id, name, disabled_reason, models } = await readProvider(providerId)
      return models
        .filter((model) => model.id === modelId)
        .map((model) => ({ ...model, pricing, id, name, disabled_reason }))
    }),
  )
  return found.flat()
}

const cached = createFreshCache<ProviderStatsReply>('provider-stats')

/** A provider's statistics over a window and its intervals. Throws `not_found`. */
export async function readProviderStats(id: string, query: StatsQuery): Promise<ProviderStatsReply> {
  if (!providerExists(id)) throw new AppError('not_found', { message: 'There is no such provider.' })
  const { window = query.period ?? '24h', modality } = query
  return cached(`${window} ${id} ${modality ?? ''}`, () => readStats(id, window, modality))
}

async function readStats(providerId: string, window: StatsWindow, asked?: Kind): Promise<ProviderStatsReply> {
  const now = clock.now()
  const from = windowStart(window, now)
  const rows = await readTraffic({
    from,
    providerId,
    stepSeconds: windowStep(window),
    byModality: true,
    speeds: ['latency', 'ttft', 'throughput'],
  })
  const modality = asked ?? kindOf(providerId, rows)
  const whole = select(rows, modality, asked)
  const rowsAt = Map.groupBy(rows, ({ start }) => start?.getTime())
  return {
    provider_id: providerId,
    window,
    modality,
    modalities: usedModalities(rows),
    ...countsOf(whole),
    latency_ms: percentilesOf(whole.measured, latencyMs),
    ttft_ms: percentilesOf(whole.measured, ttftMs),
    throughput_tps: percentilesOf(whole.measured, throughputTps),
    series: windowIntervals(window, now).map((start) =>
      pointOf(
        new Date(Math.max(start.getTime(), from.getTime())),
        select(rowsAt.get(start.getTime()) ?? [], modality, asked),
      ),
    ),
    as_of: now.toISOString(),
  }
}

/** Chat, or the only modality that it offers, or served where all its models were withdrawn. */
function kindOf(providerId: string, rows: readonly TrafficRow[]): Kind {
  const offered = findProvider(providerId)?.offers ?? []
  return leadingKind((offered.length > 0 ? offered : rows).map(({ modality }) => modality))
}

type Selected = { requests: number; measured: Traffic }

function select(rows: readonly TrafficRow[], kind: Kind, asked: Kind | undefined): Selected {
  const sumOf = (modalities: readonly Modality[]) =>
    addTraffic(rows.filter(({ modality }) => modality && modalities.includes(modality)))
  return { requests: sumOf(modalitiesOf(asked)).requests, measured: sumOf(modalitiesOf(kind)) }
}

function pointOf(start: Date, traffic: Selected): StatsPoint {
  return {
    start: start.toISOString(),
    ...countsOf(traffic),
    latency_p50_ms: latencyMs(traffic.measured, 0.5),
    ttft_p50_ms: ttftMs(traffic.measured, 0.5),
    throughput_p50_tps: throughputTps(traffic.measured, 0.5),
  }
}

function countsOf({ requests, measured }: Selected) {
  return {
    requests,
    success_rate: successRateOf(measured),
    uptime: uptimeOf(measured),
    total_tokens: measured.total_tokens.toString(),
  }
}

function percentilesOf(
  traffic: Traffic,
  read: (traffic: Traffic, share: number) => number | null,
): Percentiles {
  return {
    p50: read(traffic, 0.5),
    p75: read(traffic, 0.75),
    p90: read(traffic, 0.9),
    p99: read(traffic, 0.99),
  }
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** The length of each window, the unit its start is rounded down to, and the length of its intervals. */
const windows: Record<StatsWindow, { seconds: number; alignSeconds: number; stepSeconds: number }> = {
  '1h': { seconds: HOUR, alignSeconds: 5 * MINUTE, stepSeconds: 5 * MINUTE },
  '24h': { seconds: DAY, alignSeconds: 5 * MINUTE, stepSeconds: HOUR },
  '7d': { seconds: 7 * DAY, alignSeconds: HOUR, stepSeconds: 6 * HOUR },
  '30d': { seconds: 30 * DAY, alignSeconds: HOUR, stepSeconds: DAY },
}

/** A window ends now and may be a few minutes longer than its name says, since rollups start at aligned times. */
export function windowStart(window: StatsWindow, now: Date): Date {
  const { seconds, alignSeconds } = windows[window]
  return floorTo(now.getTime() - seconds * 1000, alignSeconds)
}

function windowStep(window: StatsWindow): number {
  return windows[window].stepSeconds
}

/** The starts of the intervals (UTC), from the one that contains the start of the window up to now. */
function windowIntervals(window: StatsWindow, now: Date): Date[] {
  const { stepSeconds } = windows[window]
  const first = floorTo(windowStart(window, now).getTime(), stepSeconds).getTime()
  const count = Math.floor((now.getTime() - first) / (stepSeconds * 1000)) + 1
  return Array.from({ length: count }, (_, index) => new Date(first + index * stepSeconds * 1000))
}

function floorTo(millis: number, seconds: number): Date {
  return new Date(Math.floor(millis / (seconds * 1000)) * seconds * 1000)
}

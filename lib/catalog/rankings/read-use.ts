import { readNames } from '@/lib/catalog/models/models'
import { windowStart as statsStart } from '@/lib/catalog/models/providers'
import { providerExists } from '@/lib/catalog/models/read-snapshot'
import { Modality } from '@/lib/catalog/models/schema'
import { readTraffic } from '@/lib/money/usage/read-traffic'
import type { TrafficRow } from '@/lib/money/usage/traffic'
import { clock } from '@/lib/platform/clock'
import { createFreshCache } from '@/lib/platform/fresh-cache'
import { figuresOf, leadCategories, measures, modelTraffic, rankSpeed } from './ranks'
import { dateOf, windowBefore, windowDates, windowStart } from './read-rankings'
import type {
  KindUse,
  ModelFigures,
  RankedUse,
  RankingQuery,
  RankingWindow,
  SpeedRanking,
  UseReply,
} from './schema'
import { listBenchmarkScores } from './scores'

const cached = createFreshCache<UseReply>('use')
const cachedDay = createFreshCache<Day>('last-day')

/** The rankings page: usage of each modality in its unit, with speed, benchmarks and leaders. */
export function readUse({ window }: RankingQuery): Promise<UseReply> {
  return cached(window, () => readWindow(window))
}

type Day = { speed: SpeedRanking; figures: ReadonlyMap<string, ModelFigures> }

/** The fastest models of the last 24 hours and the figures of all that were used, like on the pages of models and providers. */
export function readLastDay(): Promise<Day> {
  return cachedDay('24h', async () => {
    const [rows, { modelName }] = await Promise.all([
      readTraffic({
        from: statsStart('24h', clock.now()),
        byProvider: true,
        byModel: true,
        speeds: ['latency', 'ttft', 'throughput'],
      }),
      readNames(),
    ])
    const models = modelTraffic(rows)
    return {
      speed: rankSpeed(models, modelName),
      figures: new Map(models.map((model) => [model.modelId, figuresOf(model)])),
    }
  })
}

const DAY_SECONDS = 86_400

type Names = Awaited<ReturnType<typeof readNames>>

async function readWindow(window: RankingWindow): Promise<UseReply> {
  const now = clock.now()
  const routes = { byProvider: true, byModel: true }
  const [rows, earlier, { speed }, benchmarks, names] = await Promise.all([
    readTraffic({ ...routes, from: windowStart(window, now), stepSeconds: DAY_SECONDS }),
    readTraffic({ ...routes, ...windowBefore(window, now) }),
    readLastDay(),
    listBenchmarkScores(),
    readNames(),
  ])
  const dates = windowDates(window, now)
  return {
    window,
    as_of: now.toISOString(),
    dates,
    kinds: Modality.options.flatMap((kind) => useOf(kind, rows, earlier, dates, names)),
    speed,
    benchmarks,
    leaders: leadCategories(modelTraffic(rows), speed, benchmarks, names.modelName),
  }
}

/** Empty where the modality was not used. */
function useOf(
  kind: Modality,
  all: readonly TrafficRow[],
  earlier: readonly TrafficRow[],
  dates: readonly string[],
  { modelName, providerName }: Names,
): KindUse[] {
  const isOfKind = ({ modality, requests }: TrafficRow) => modality === kind && requests > 0
  const { metric, of } = measures[kind]
  const amountOf = (rows: readonly TrafficRow[]) => rows.reduce((sum, row) => sum + Number(of(row)), 0)
  const rank = (rows: readonly TrafficRow[], by: 'model_id' | 'provider_id') =>
    [...Map.groupBy(rows.filter(isOfKind), (row) => row[by] ?? '')]
      .map(([id, traffic]) => ({
        id,
        traffic,
        amount: amountOf(traffic),
        requests: traffic.reduce((sum, row) => sum + row.requests, 0),
      }))
      .sort((a, b) => b.amount - a.amount || b.requests - a.requests || (a.id < b.id ? -1 : 1))
  const models = rank(all, 'model_id')
  if (models.length === 0) return []
  const before = rank(earlier, 'model_id')
  const total = models.reduce((sum, { amount }) => sum + amount, 0)
  const shareOf = (amount: number) => (total === 0 ? 0 : amount / total)
  const toRanked = ({ id, traffic, amount, requests }: (typeof models)[number]): RankedUse => {
    const index = before.findIndex((one) => one.id === id)
    const earlierAmount = before[index]?.amount ?? 0
    return {
      id,
      name: modelName(id),
      amount,
      requests,
      share: shareOf(amount),
      change: earlierAmount === 0 ? null : amount / earlierAmount - 1,
      previous_rank: index === -1 ? null : index + 1,
      daily: dates.map((date) => amountOf(traffic.filter(({ start }) => start && dateOf(start) === date))),
    }
  }
  const providers = rank(all, 'provider_id').map(({ id, amount }) => ({
    id,
    name: providerName(id),
    amount,
    share: shareOf(amount),
    is_listed: providerExists(id),
  }))
  return [{ kind, metric, models: models.map(toRanked), providers }]
}

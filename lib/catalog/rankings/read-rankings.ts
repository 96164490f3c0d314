import { readNames } from '@/lib/catalog/models/models'
import { catalogSnapshot } from '@/lib/catalog/models/read-snapshot'
import type { Modality } from '@/lib/catalog/models/schema'
import { readTraffic } from '@/lib/money/usage/read-traffic'
import type { Kind } from '@/lib/money/usage/schema'
import { addTraffic, modalitiesOf, type TrafficRow } from '@/lib/money/usage/traffic'
import { clock } from '@/lib/platform/clock'
import { createFreshCache } from '@/lib/platform/fresh-cache'
import {
  leadCategories,
  measures,
  modelTraffic,
  rankModels,
  rankSpeed,
  shareProviders,
  writeAmount,
} from './ranks'
import {
  type BenchmarkRankingReply,
  type ChartsReply,
  type ModelRankingReply,
  OTHER,
  type RankingQuery,
  type RankingsReply,
  type RankingWindow,
  type SpeedRankingReply,
} from './schema'
import { listBenchmarkScores } from './scores'
import type { BenchmarkCategory } from './scores-schema'

const cached = createFreshCache<RankingsReply>('rankings')

/** All rankings, aggregated over all customers, optionally of one modality. */
export function readRankings({ window, modality }: RankingQuery): Promise<RankingsReply> {
  return cached(`${window} ${modality ?? ''}`, () => rank(window, modality))
}

async function rank(window: RankingWindow, kind: Kind | undefined): Promise<RankingsReply> {
  const now = clock.now()
  const routes = { byProvider: true, byModel: true }
  const [all, earlier, scores, { modelName, providerName }] = await Promise.all([
    readTraffic({ ...routes, from: windowStart(window, now), speeds: ['ttft', 'throughput'] }),
    readTraffic({ ...routes, ...windowBefore(window, now) }),
    listBenchmarkScores(),
    readNames(),
  ])
  const ofKind = ({ modality }: TrafficRow) => modality !== null && modalitiesOf(kind).includes(modality)
  const rows = all.filter(ofKind)
  const [models, before] = [modelTraffic(rows), modelTraffic(earlier.filter(ofKind))]
  const speed = rankSpeed(models, modelName, kind)
  const benchmarks = kind === undefined ? scores : scoresOf(kind, scores)
  return {
    window,
    as_of: now.toISOString(),
    leaderboard: rankModels(models, before, modelName),
    provider_share: shareProviders(rows, providerName),
    benchmarks,
    speed,
    category_leaders: leadCategories(models, speed, benchmarks, modelName),
  }
}

/** The scores of the catalog's models of that modality. */
function scoresOf(kind: Kind, scores: readonly BenchmarkCategory[]): BenchmarkCategory[] {
  const { knownModels } = catalogSnapshot()
  const ids = new Set(
    [...knownModels].filter(([, modality]) => modalitiesOf(kind).includes(modality)).map(([id]) => id),
  )
  return scores.flatMap(({ category, items }) => {
    const selected = items.filter(({ model_id }) => ids.has(model_id))
    const rankOf = (score: number) => 1 + selected.findIndex((item) => item.score === score)
    return selected.length === 0
      ? []
      : { category, items: selected.map((item) => ({ ...item, rank: rankOf(item.score) })) }
  })
}

/** Models by usage. */
export async function readModelRanking(query: RankingQuery): Promise<ModelRankingReply> {
  const { window, as_of, leaderboard } = await readRankings(query)
  return { window, as_of, data: leaderboard }
}

/** The fastest models. */
export async function readSpeedRanking(query: RankingQuery): Promise<SpeedRankingReply> {
  const { window, as_of, speed } = await readRankings(query)
  return { window, as_of, data: speed }
}

/** Models by benchmark score, with sources. */
export async function readBenchmarkRanking(query: RankingQuery): Promise<BenchmarkRankingReply> {
  const { window, as_of, benchmarks } = await readRankings(query)
  return { window, as_of, data: benchmarks }
}

const DAY_SECONDS = 86_400

const cachedCharts = createFreshCache<ChartsReply>('charts')

/** Daily usage of the ten most used models of a modality, and of all others. */
export function readCharts({ window, modality = 'chat' }: RankingQuery): Promise<ChartsReply> {
  return cachedCharts(`${window} ${modality}`, () => readSeries(window, modality))
}

async function readSeries(window: RankingWindow, kind: Kind): Promise<ChartsReply> {
  const now = clock.now()
  const from = windowStart(window, now)
  const [rows, { modelName }] = await Promise.all([
    readTraffic({ from, byModel: true, stepSeconds: DAY_SECONDS }),
    readNames(),
  ])
  const dates = windowDates(window, now)
  return {
    window,
    as_of: now.toISOString(),
    series: modalitiesOf(kind).flatMap((modality) => chartModels(modality, rows, dates, modelName)),
  }
}

type Series = ChartsReply['series'][number]

const LARGEST = 10

/** `rows` have one model and day each. Unused models are left out. */
function chartModels(
  modality: Modality,
  rows: readonly TrafficRow[],
  dates: readonly string[],
  nameOf: (modelId: string) => string,
): Series[] {
  const { metric, of } = measures[modality]
  const lines = [
    ...Map.groupBy(
      rows.filter((row) => row.modality === modality),
      (row) => row.model_id ?? '',
    ),
  ]
    .map(([id, traffic]) => ({ id, name: nameOf(id), traffic, amount: Number(of(addTraffic(traffic))) }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount || (a.id < b.id ? -1 : 1))
  const others = lines.slice(LARGEST).flatMap(({ traffic }) => traffic)
  const shown = [
    ...lines.slice(0, LARGEST),
    ...(others.length > 0 ? [{ id: OTHER, name: 'Other', traffic: others }] : []),
  ]
  return shown.map(({ id, name, traffic }) => {
    const rowsOf = Map.groupBy(traffic, ({ start }) => (start ? dateOf(start) : ''))
    const points = dates.map((date) => {
      const sum = addTraffic(rowsOf.get(date) ?? [])
      return { date, total_tokens: sum.total_tokens.toString(), value: writeAmount(of(sum)) }
    })
    return { model_id: id, model_name: name, modality, metric, points }
  })
}

const HOUR_MILLIS = 3_600_000
const DAY_MILLIS = 24 * HOUR_MILLIS
const dayCounts: Record<RankingWindow, number> = { '7d': 7, '30d': 30, '90d': 90 }

/** The start of the window: UTC midnight of its first day. Today is its last day. */
export function windowStart(window: RankingWindow, now: Date): Date {
  const today = Math.floor(now.getTime() / DAY_MILLIS) * DAY_MILLIS
  return new Date(today - (dayCounts[window] - 1) * DAY_MILLIS)
}

/** The period to compare with: the same days one window earlier, up to the same hour of the day. */
export function windowBefore(window: RankingWindow, now: Date): { from: Date; until: Date } {
  const lengthMillis = dayCounts[window] * DAY_MILLIS
  const hour = Math.floor(now.getTime() / HOUR_MILLIS) * HOUR_MILLIS
  return {
    from: new Date(windowStart(window, now).getTime() - lengthMillis),
    until: new Date(hour - lengthMillis),
  }
}

/** Every day of the window, as `YYYY-MM-DD`. */
export function windowDates(window: RankingWindow, now: Date): string[] {
  const start = windowStart(window, now).getTime()
  return Array.from({ length: dayCounts[window] }, (_, day) => dateOf(new Date(start + day * DAY_MILLIS)))
}

export function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

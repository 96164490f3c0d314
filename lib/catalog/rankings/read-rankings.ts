import { readNames } from '@/lib/catalog/models/models'
import { catalogSnapshot } from '@/lib/catalog/models/read-snapshot'
import { readTraffic } from '@/lib/money/usage/read-traffic'
import type { Kind } from '@/lib/money/usage/schema'
import { modalitiesOf, type TrafficRow } from '@/lib/money/usage/traffic'
import { clock } from '@/lib/platform/clock'
import { createFreshCache } from '@/lib/platform/fresh-cache'
import { windowBefore, windowStart } from './ranking-windows'
import { leadCategories, modelTraffic, rankModels, rankSpeed, shareProviders } from './ranks'
import type {
  BenchmarkRankingReply,
  ModelRankingReply,
  RankingQuery,
  RankingsReply,
  RankingWindow,
  SpeedRankingReply,
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

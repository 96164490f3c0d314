import { listBenchmarkScores } from '@/lib/benchmarks/scores'
import { readNames } from '@/lib/catalog/models'
import { clock } from '@/lib/platform/clock'
import { createFreshCache } from '@/lib/platform/fresh-cache'
import { readTraffic } from '@/lib/usage/read-traffic'
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

const cached = createFreshCache<RankingsReply>('rankings')

/** Everything that is ranked, over all customers together. */
export function readRankings({ window }: RankingQuery): Promise<RankingsReply> {
  return cached(window, () => count(window))
}

async function count(window: RankingWindow): Promise<RankingsReply> {
  const now = clock.now()
  const routes = { byProvider: true, byModel: true }
  const [rows, earlierRows, benchmarks, { modelName, providerName }] = await Promise.all([
    readTraffic({ ...routes, from: windowStart(window, now), speeds: ['ttft', 'throughput'] }),
    readTraffic({ ...routes, ...windowBefore(window, now) }),
    listBenchmarkScores(),
    readNames(),
  ])
  const [models, before] = [modelTraffic(rows), modelTraffic(earlierRows)]
  const speed = rankSpeed(models, modelName)
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

/** Models by use. */
export async function readModelRanking(query: RankingQuery): Promise<ModelRankingReply> {
  const { window, as_of, leaderboard } = await readRankings(query)
  return { window, as_of, data: leaderboard }
}

/** The fastest chat models. */
export async function readSpeedRanking(query: RankingQuery): Promise<SpeedRankingReply> {
  const { window, as_of, speed } = await readRankings(query)
  return { window, as_of, data: speed }
}

/** Models by benchmark, each figure with its source. */
export async function readBenchmarkRanking(query: RankingQuery): Promise<BenchmarkRankingReply> {
  const { window, as_of, benchmarks } = await readRankings(query)
  return { window, as_of, data: benchmarks }
}

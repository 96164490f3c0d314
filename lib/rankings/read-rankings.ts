import { listBenchmarkScores } from '@/lib/benchmarks/scores'
import { readNames } from '@/lib/catalog/read-names'
import { clock } from '@/lib/platform/clock'
import { createFreshCache } from '@/lib/platform/fresh-cache'
import { readTraffic } from '@/lib/usage/read-traffic'
import { leadCategories } from './internal/lead-categories'
import { modelTraffic } from './internal/model-traffic'
import { rankModels } from './internal/rank-models'
import { rankSpeed } from './internal/rank-speed'
import { windowBefore, windowStart } from './internal/ranking-windows'
import { shareProviders } from './internal/share-providers'
import type { RankingQuery, RankingsReply, RankingWindow } from './schema'

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

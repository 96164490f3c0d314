import { clock } from '@/lib/platform/clock'
import type { RankingQuery, RankingsReply } from './schema'

/** Everything that is ranked, over all customers together. */
export async function readRankings({ window }: RankingQuery): Promise<RankingsReply> {
  return {
    window,
    as_of: clock.now().toISOString(),
    leaderboard: [],
    provider_share: [],
    benchmarks: [],
    speed: { throughput: [], latency: [] },
    category_leaders: [],
  }
}

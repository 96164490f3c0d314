import { readRankings } from './read-rankings'
import type { ModelRankingReply, RankingQuery } from './schema'

/** Models by use. */
export async function readModelRanking(query: RankingQuery): Promise<ModelRankingReply> {
  const { window, as_of, leaderboard } = await readRankings(query)
  return { window, as_of, data: leaderboard }
}

import { readRankings } from './read-rankings'
import type { RankingQuery, SpeedRankingReply } from './schema'

/** The fastest chat models. */
export async function readSpeedRanking(query: RankingQuery): Promise<SpeedRankingReply> {
  const { window, as_of, speed } = await readRankings(query)
  return { window, as_of, data: speed }
}

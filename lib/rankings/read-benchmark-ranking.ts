import { readRankings } from './read-rankings'
import type { BenchmarkRankingReply, RankingQuery } from './schema'

/** Models by benchmark, each figure with its source. */
export async function readBenchmarkRanking(query: RankingQuery): Promise<BenchmarkRankingReply> {
  const { window, as_of, benchmarks } = await readRankings(query)
  return { window, as_of, data: benchmarks }
}

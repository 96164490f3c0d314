import { clock } from '@/lib/platform/clock'
import type { ChartsReply, RankingQuery } from './schema'

/** Tokens by day of the ten largest models, and of all others together. */
export async function readCharts({ window }: RankingQuery): Promise<ChartsReply> {
  return { window, as_of: clock.now().toISOString(), series: [] }
}

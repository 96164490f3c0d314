import { readNames } from '@/lib/catalog/read-names'
import { clock } from '@/lib/platform/clock'
import { createFreshCache } from '@/lib/platform/fresh-cache'
import { readTraffic } from '@/lib/usage/read-traffic'
import { chartModels } from './internal/chart-models'
import { windowDates, windowStart } from './internal/ranking-windows'
import type { ChartsReply, RankingQuery, RankingWindow } from './schema'

const DAY_SECONDS = 86_400

const cached = createFreshCache<ChartsReply>('charts')

/** Tokens by day of the ten largest models, and of all others together. */
export function readCharts({ window }: RankingQuery): Promise<ChartsReply> {
  return cached(window, () => count(window))
}

async function count(window: RankingWindow): Promise<ChartsReply> {
  const now = clock.now()
  const from = windowStart(window, now)
  const [rows, { modelName }] = await Promise.all([
    readTraffic({ from, byModel: true, stepSeconds: DAY_SECONDS }),
    readNames(),
  ])
  return {
    window,
    as_of: now.toISOString(),
    series: chartModels(rows, windowDates(window, now), modelName),
  }
}

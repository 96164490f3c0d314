import { readNames } from '@/lib/catalog/models'
import { clock } from '@/lib/platform/clock'
import { createFreshCache } from '@/lib/platform/fresh-cache'
import { readTraffic } from '@/lib/usage/read-traffic'
import type { TrafficRow } from '@/lib/usage/traffic'
import { dateOf, windowDates, windowStart } from './ranking-windows'
import { type ChartsReply, OTHER, type RankingQuery, type RankingWindow } from './schema'

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

type Series = ChartsReply['series'][number]
type Line = { modelId: string; total: bigint; tokensOn: Map<string, bigint> }

const LARGEST = 10

/** `rows` are of one model and day each. Models without tokens are left out. */
function chartModels(
  rows: readonly TrafficRow[],
  dates: readonly string[],
  nameOf: (modelId: string) => string,
): Series[] {
  const lines = [...Map.groupBy(rows, ({ model_id }) => model_id ?? '')]
    .map(([modelId, own]) => lineOf(modelId, own))
    .filter(({ total }) => total > 0n)
    .sort((a, b) => (a.total === b.total ? (a.modelId < b.modelId ? -1 : 1) : a.total > b.total ? -1 : 1))
  const largest = lines.slice(0, LARGEST).map((line) => toSeries(line, nameOf(line.modelId), dates))
  if (lines.length <= LARGEST) return largest
  const others = new Set(lines.slice(LARGEST).map(({ modelId }) => modelId))
  const other = lineOf(
    OTHER,
    rows.filter(({ model_id }) => others.has(model_id ?? '')),
  )
  return [...largest, toSeries(other, 'Other', dates)]
}

function lineOf(modelId: string, rows: readonly TrafficRow[]): Line {
  const tokensOn = new Map<string, bigint>()
  let total = 0n
  for (const { start, total_tokens } of rows) {
    const date = start ? dateOf(start) : ''
    tokensOn.set(date, (tokensOn.get(date) ?? 0n) + total_tokens)
    total += total_tokens
  }
  return { modelId, total, tokensOn }
}

function toSeries({ modelId, tokensOn }: Line, name: string, dates: readonly string[]): Series {
  return {
    model_id: modelId,
    model_name: name,
    points: dates.map((date) => ({ date, total_tokens: (tokensOn.get(date) ?? 0n).toString() })),
  }
}

import { readNames } from '@/lib/catalog/models/models'
import type { Modality } from '@/lib/catalog/models/schema'
import { readTraffic } from '@/lib/money/usage/read-traffic'
import type { Kind } from '@/lib/money/usage/schema'
import { addTraffic, modalitiesOf, type TrafficRow } from '@/lib/money/usage/traffic'
import { clock } from '@/lib/platform/clock'
import { createFreshCache } from '@/lib/platform/fresh-cache'
import { dateOf, windowDates, windowStart } from './ranking-windows'
import { measures, writeAmount } from './ranks'
import { type ChartsReply, OTHER, type RankingQuery, type RankingWindow } from './schema'

const DAY_SECONDS = 86_400

const cached = createFreshCache<ChartsReply>('charts')

/** Daily usage of the ten most used models of a modality, and of all others. */
export function readCharts({ window, modality = 'chat' }: RankingQuery): Promise<ChartsReply> {
  return cached(`${window} ${modality}`, () => readSeries(window, modality))
}

async function readSeries(window: RankingWindow, kind: Kind): Promise<ChartsReply> {
  const now = clock.now()
  const from = windowStart(window, now)
  const [rows, { modelName }] = await Promise.all([
    readTraffic({ from, byModel: true, stepSeconds: DAY_SECONDS }),
    readNames(),
  ])
  const dates = windowDates(window, now)
  return {
    window,
    as_of: now.toISOString(),
    series: modalitiesOf(kind).flatMap((modality) => chartModels(modality, rows, dates, modelName)),
  }
}

type Series = ChartsReply['series'][number]

const LARGEST = 10

/** `rows` have one model and day each. Unused models are left out. */
function chartModels(
  modality: Modality,
  rows: readonly TrafficRow[],
  dates: readonly string[],
  nameOf: (modelId: string) => string,
): Series[] {
  const { metric, of } = measures[modality]
  const lines = [
    ...Map.groupBy(
      rows.filter((row) => row.modality === modality),
      (row) => row.model_id ?? '',
    ),
  ]
    .map(([id, traffic]) => ({ id, name: nameOf(id), traffic, amount: Number(of(addTraffic(traffic))) }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount || (a.id < b.id ? -1 : 1))
  const others = lines.slice(LARGEST).flatMap(({ traffic }) => traffic)
  const shown = [
    ...lines.slice(0, LARGEST),
    ...(others.length > 0 ? [{ id: OTHER, name: 'Other', traffic: others }] : []),
  ]
  return shown.map(({ id, name, traffic }) => {
    const rowsOf = Map.groupBy(traffic, ({ start }) => (start ? dateOf(start) : ''))
    const points = dates.map((date) => {
      const sum = addTraffic(rowsOf.get(date) ?? [])
      return { date, total_tokens: sum.total_tokens.toString(), value: writeAmount(of(sum)) }
    })
    return { model_id: id, model_name: name, modality, metric, points }
  })
}

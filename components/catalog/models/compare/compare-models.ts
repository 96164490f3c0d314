import type { ListedModel, Pricing } from '@/lib/catalog/models/schema'
import { formatMoney, formatPerMillion } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import { formatUtcDay } from '@/lib/client/format/time'
import { abilities, abilityNames } from '../listing/listing-query'
import type { MeasuredSpeed } from '../listing/select-models'
import { modalityNames } from '../modality'
import { videoSeconds } from '../price'

/** One line of a comparison with each model's value, and which are the best. */
type ComparedLine = { name: string; cells: readonly ComparedCell[] }
export type ComparedCell = { text: string | null; isBest: boolean }

type Measure = {
  name: string
  value: (model: ListedModel) => number | null
  text: (model: ListedModel, value: number) => string
  better: 'less' | 'more'
}

type Speeds = ReadonlyMap<string, MeasuredSpeed>

/** Compares models line by line. Lines without a value for any model are left out. */
export function compareModels(models: readonly ListedModel[], speeds: Speeds = new Map()): ComparedLine[] {
  const lines = [
    line('Type', models, ({ modality }) => modalityNames[modality]),
    ...priceMeasures.map((measure) => measured(measure, models)),
    ...limitMeasures.map((measure) => measured(measure, models)),
    ...speedMeasures(speeds).map((measure) => measured(measure, models)),
    line('Providers', models, ({ routes }) => routes.map((route) => route.provider_name).join(', ')),
    ...abilityNames.map((name) =>
      line(abilities[name].name, models, (model) => (abilities[name].has(model) ? 'Yes' : 'No')),
    ),
    line('Released', models, ({ created }) => formatUtcDay(new Date(created * 1000).toISOString())),
  ]
  return lines.filter(({ cells }) => cells.some(({ text }) => text !== null && text !== 'No'))
}

function line(
  name: string,
  models: readonly ListedModel[],
  text: (model: ListedModel) => string | null,
): ComparedLine {
  return { name, cells: models.map((model) => ({ text: text(model), isBest: false })) }
}

function measured({ name, value, text, better }: Measure, models: readonly ListedModel[]): ComparedLine {
  const values = models.map(value)
  const known = values.filter((one) => one !== null)
  const best = better === 'less' ? Math.min(...known) : Math.max(...known)
  const differ = known.length > 1 && known.some((one) => one !== best)
  return {
    name,
    cells: models.map((model, index) => {
      const value = values[index] ?? null
      return { text: value === null ? null : text(model, value), isBest: differ && value === best }
    }),
  }
}

function rate(name: string, of: (pricing: Pricing) => string | undefined, format: (rate: string) => string) {
  const value = ({ pricing }: ListedModel) => {
    const given = of(pricing)
    return given === undefined ? null : Number(given)
  }
  const text = ({ pricing }: ListedModel) => format(of(pricing) ?? '0')
  return { name, value, text, better: 'less' } satisfies Measure
}

const each = (rate: string) => formatMoney(rate, 'exact')

const priceMeasures: Measure[] = [
  rate('Input, per million tokens', ({ prompt }) => prompt, formatPerMillion),
  rate('Cached input, per million tokens', (pricing) => pricing.cached_prompt, formatPerMillion),
  rate('Cache write, per million tokens', (pricing) => pricing.cache_write, formatPerMillion),
  rate('Output, per million tokens', ({ completion }) => completion, formatPerMillion),
  rate('Image, low quality', ({ image }) => image?.low, each),
  rate('Image, medium quality', ({ image }) => image?.medium, each),
  rate('Image, high quality', ({ image }) => image?.high, each),
  rate('Video, per million tokens', (pricing) => pricing.video_token, formatPerMillion),
  ...videoSeconds.map((second) =>
    rate(`Video, ${second.name}, per second`, (pricing) => pricing.video_second?.[second.rate], each),
  ),
  rate('Text, per million characters', ({ character }) => character, formatPerMillion),
  rate('Audio, per second', (pricing) => pricing.audio_second, each),
  rate('Web search, per search', (pricing) => pricing.web_search, each),
]

const limitMeasures: Measure[] = [
  {
    name: 'Context, tokens',
    value: (model) => model.context_length,
    text: (_, value) => formatNumber(value),
    better: 'more',
  },
  {
    name: 'Max output, tokens',
    value: (model) => model.max_output_tokens,
    text: (_, value) => formatNumber(value),
    better: 'more',
  },
]

function speedMeasures(speeds: Speeds): Measure[] {
  return [
    {
      name: 'Time to first token, median',
      value: ({ id }) => speeds.get(id)?.ttftMs ?? null,
      text: (_, value) => `${formatNumber(Math.round(value))} ms`,
      better: 'less',
    },
    {
      name: 'Tokens per second, median',
      value: ({ id }) => speeds.get(id)?.tps ?? null,
      text: (_, value) => formatNumber(Math.round(value)),
      better: 'more',
    },
  ]
}

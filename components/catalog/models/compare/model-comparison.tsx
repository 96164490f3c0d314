import { Check } from 'lucide-react'
import Link from 'next/link'
import { Dash } from '@/components/data/figure-table'
import { PageIntro } from '@/components/site/page-section'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { ScrollRegion } from '@/components/ui/scroll-region'
import type { ListedModel, Pricing } from '@/lib/catalog/models/schema'
import { formatMoney, formatPerMillion } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import { formatUtcDay } from '@/lib/client/format/time'
import { paths } from '@/lib/client/paths'
import type { MeasuredSpeed } from '../listing/listing-query'
import {
  abilities,
  abilityNames,
  type ListingQuery,
  MIN_COMPARED,
  writeListingQuery,
} from '../listing/listing-query'
import { modalityNames, tryItPath } from '../modality'
import { videoSeconds } from '../price'

type ModelComparisonProps = {
  models: readonly ListedModel[]
  speeds: ReadonlyMap<string, MeasuredSpeed>
  query: ListingQuery
}

/** Two to four models side by side. */
export function ModelComparison({ models, speeds, query }: ModelComparisonProps) {
  const back = `${paths.models}${writeListingQuery({ ...query, view: 'list' })}`
  return (
    <>
      <PageIntro
        title="Compare models"
        up={{ label: 'All models', href: back }}
        lead="Prices are those of the first provider. The best value of each row is marked."
      />
      {models.length < MIN_COMPARED ? (
        <EmptyState
          className="border-t border-border"
          title="Select two to four models"
          description="Select models in the list to compare them side by side."
          action={
            <Button variant="outline" asChild>
              <Link prefetch={false} href={back}>
                Back to models
              </Link>
            </Button>
          }
        />
      ) : (
        <ComparisonTable models={models} speeds={speeds} query={query} />
      )}
    </>
  )
}

function ComparisonTable({ models, speeds, query }: ModelComparisonProps) {
  return (
    <ScrollRegion className="border-t border-border">
      <table
        aria-label="Comparison"
        className="w-full table-fixed border-collapse text-sm max-sm:min-w-[34rem]"
      >
        <thead>
          <tr className="border-b border-border align-top">
            <th scope="col" className="w-36 px-5 py-4 text-left font-normal sm:w-56 sm:px-8">
              <span className="sr-only">Property</span>
            </th>
            {models.map((model) => (
              <ModelHead key={model.id} model={model} query={query} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {compareModels(models, speeds).map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row" className="px-5 py-2.5 text-left font-normal text-muted-foreground sm:px-8">
                {name}
              </th>
              {cells.map((cell, index) => (
                <ComparedFigure key={models[index]?.id} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function ModelHead({ model, query }: { model: ListedModel; query: ListingQuery }) {
  const compare = query.compare.filter((id) => id !== model.id)
  return (
    <th scope="col" className="px-3 py-4 text-left font-normal last:pr-5 sm:last:pr-8">
      <Link
        prefetch={false}
        href={paths.model(model.id)}
        className="rounded-xs font-medium break-words text-foreground underline-offset-3 hover:underline"
      >
        {model.name}
      </Link>
      <span className="mt-0.5 block font-mono text-xs break-all text-faint-foreground">{model.id}</span>
      <span className="mt-3 flex flex-wrap gap-x-3 gap-y-1 text-xs">
        <Link
          prefetch={false}
          href={tryItPath(model)}
          aria-label={`Try it: ${model.name}`}
          className="press-line rounded-xs text-brand-text underline decoration-brand-border underline-offset-3"
        >
          Try it
        </Link>
        <Link
          prefetch={false}
          href={`${paths.models}${writeListingQuery({ ...query, compare })}`}
          aria-label={`Remove ${model.name}`}
          className="press-line rounded-xs text-muted-foreground underline decoration-border-strong underline-offset-3 hover:text-foreground"
        >
          Remove
        </Link>
      </span>
    </th>
  )
}

function ComparedFigure({ cell: { text, isBest } }: { cell: ComparedCell }) {
  return (
    <td className={cn('figures px-3 py-2.5 break-words last:pr-5 sm:last:pr-8', isBest && 'font-medium')}>
      {text === null ? <Dash label="not stated" /> : text}
      {isBest && (
        <>
          <Check className="ml-1.5 inline size-3.5 text-brand" aria-hidden="true" />
          <span className="sr-only">, best</span>
        </>
      )}
    </td>
  )
}

/** One line of a comparison with each model's value, and which are the best. */
type ComparedLine = { name: string; cells: readonly ComparedCell[] }
type ComparedCell = { text: string | null; isBest: boolean }

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

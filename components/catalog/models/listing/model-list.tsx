import Link from 'next/link'
import type { ReactNode } from 'react'
import { Dash } from '@/components/data/figure-table'
import { NativeCheck } from '@/components/forms/native-controls'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import type { ListedModel, Modality } from '@/lib/catalog/models/schema'
import type { ModelFigures } from '@/lib/catalog/rankings/schema'
import { formatCompact, formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { describeFigures, PriceFigure } from '../figures'
import { ModalityBadge } from '../modality'
import { type PriceCell, priceColumns } from '../price'
import { type ListingQuery, MAX_COMPARED, writeListingQuery } from './listing-query'

type ModelListProps = {
  models: readonly ListedModel[]
  /** By model, of those that were used. */
  figures: ReadonlyMap<string, ModelFigures>
  total: number
  query: ListingQuery
}

export function ModelList({ models, figures, total, query }: ModelListProps) {
  if (models.length === 0) return <NoModels total={total} query={query} />
  return (
    <>
      <div className="border-b border-border px-5 py-2 text-xs text-faint-foreground sm:px-8 lg:px-6">
        <div className={modelColumns}>
          <span />
          <p role="status" className="figures">
            {models.length === total
              ? `${formatNumber(total)} models`
              : `${formatNumber(models.length)} of ${formatNumber(total)} models`}
          </p>
          <span aria-hidden="true" className="hidden text-right lg:block">
            Context
          </span>
          <span aria-hidden="true" className="hidden text-right lg:block">
            Input
          </span>
          <span aria-hidden="true" className="hidden text-right lg:block">
            Output
          </span>
        </div>
      </div>
      <ul
        aria-label="Models"
        className="divide-y divide-border transition-opacity group-data-pending/filter:opacity-60"
      >
        {models.map((model) => (
          <ModelRow
            key={model.id}
            model={toModelLine(model, figures.get(model.id))}
            chosen={query.compare.includes(model.id)}
            full={query.compare.length >= MAX_COMPARED}
          />
        ))}
      </ul>
    </>
  )
}

function NoModels({ total, query }: Pick<ModelListProps, 'total' | 'query'>) {
  const all = `${paths.models}${writeListingQuery({ compare: query.compare })}`
  return (
    <EmptyState
      title={total === 0 ? 'No models yet' : 'No matching models'}
      description={
        total === 0 ? 'Models appear here once a provider is connected.' : 'No models match these filters.'
      }
      action={
        total > 0 && (
          <Button variant="outline" asChild>
            <Link prefetch={false} href={all}>
              Clear filters
            </Link>
          </Button>
        )
      }
    />
  )
}

type ModelRowProps = {
  model: ModelLine
  chosen: boolean
  /** The maximum is selected. */
  full: boolean
}

/** A model in the list: a table row, or a card on a narrow screen. */
function ModelRow({ model, chosen, full }: ModelRowProps) {
  return (
    <li className={`relative ${modelColumns} px-5 py-3.5 hover:bg-accent/60 sm:px-8 lg:px-6`}>
      <NativeCheck
        name="compare"
        value={model.id}
        label={`Compare ${model.name}`}
        hideLabel
        defaultChecked={chosen}
        disabled={full && !chosen}
        className="z-10 min-h-0 self-start pt-1 pointer-coarse:min-h-0"
      />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
          <Link
            href={paths.model(model.id)}
            prefetch={false}
            className="min-w-0 rounded-xs text-base font-medium break-words text-foreground after:absolute after:inset-0 hover:underline hover:decoration-border-strong hover:underline-offset-3"
          >
            {model.name}
          </Link>
          <ModalityBadge modality={model.modality} />
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-faint-foreground">
          <span className="font-mono break-all">{model.id}</span>
          <span>
            <span className="sr-only">Provided by </span>
            {model.providers}
          </span>
        </p>
        {model.measured && <p className="figures mt-0.5 text-xs text-faint-foreground">{model.measured}</p>}
        {model.description && (
          <p className="mt-1.5 max-w-lg text-sm text-muted-foreground">{model.description}</p>
        )}
      </div>
      <Figures model={model} />
    </li>
  )
}

function Figures({ model }: { model: ModelLine }) {
  return (
    <dl className="figures contents text-sm max-lg:col-start-2 max-lg:mt-3 max-lg:flex max-lg:flex-wrap max-lg:gap-x-6 max-lg:gap-y-2">
      <Fact name="Context" isMissing={model.context === null}>
        {model.context === null ? (
          <Dash label="not stated" />
        ) : (
          <>
            <span className="block text-foreground" title={`${model.context.full} tokens`}>
              {model.context.short}
            </span>
            <span className="block text-xs text-faint-foreground">tokens</span>
          </>
        )}
      </Fact>
      <Fact name="Input" isMissing={model.input === null}>
        <PriceFigure price={model.input} />
      </Fact>
      <Fact name="Output" isMissing={model.output === null}>
        <PriceFigure price={model.output} />
      </Fact>
    </dl>
  )
}

type FactProps = { name: string; isMissing: boolean; children: ReactNode }

/** A dash keeps the column; a card leaves the fact out. */
function Fact({ name, isMissing, children }: FactProps) {
  return (
    <div className={cn('lg:text-right', isMissing && 'max-lg:hidden')}>
      <dt className="text-xs text-faint-foreground lg:sr-only">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The grid columns of the list's header and rows. */
const modelColumns =
  'grid grid-cols-[1rem_minmax(0,1fr)] gap-x-4 lg:grid-cols-[1rem_minmax(0,1fr)_5.5rem_7rem_8.5rem]'

/** A model as text for its row in the list. */
type ModelLine = {
  id: string
  name: string
  modality: Modality
  description: string | null
  /** `OpenAI · Azure` */
  providers: string
  /** `Last 24 hours: 412 ms median, 99.2% successful` */
  measured: string | null
  /** Tokens: short (`128K`) and in full. */
  context: { short: string; full: string } | null
  input: PriceCell | null
  output: PriceCell | null
}

function toModelLine(model: ListedModel, figures: ModelFigures | undefined): ModelLine {
  const { context_length: context } = model
  return {
    id: model.id,
    name: model.name,
    modality: model.modality,
    description: model.description,
    providers: model.routes.map((route) => route.provider_name).join(' · '),
    measured: figures ? describeFigures(figures) : null,
    context: context === null ? null : { short: formatCompact(context), full: formatNumber(context) },
    ...priceColumns(model.pricing),
  }
}

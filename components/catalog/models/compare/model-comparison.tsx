import { Check } from 'lucide-react'
import Link from 'next/link'
import { Dash } from '@/components/data/figure-table'
import { PageIntro } from '@/components/site/page-section'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { ScrollRegion } from '@/components/ui/scroll-region'
import type { ListedModel } from '@/lib/catalog/models/schema'
import { paths } from '@/lib/client/paths'
import { type ListingQuery, MIN_COMPARED, writeListingQuery } from '../listing/listing-query'
import type { MeasuredSpeed } from '../listing/select-models'
import { tryItPath } from '../modality'
import { type ComparedCell, compareModels } from './compare-models'

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
          className="border-t border-line"
          title="Select two to four models"
          description="Select models in the list to compare them side by side."
          action={
            <Button asChild>
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
    <ScrollRegion className="border-t border-line">
      <table
        aria-label="Comparison"
        className="w-full table-fixed border-collapse text-sm max-sm:min-w-[34rem]"
      >
        <thead>
          <tr className="border-b border-line align-top">
            <th scope="col" className="w-36 px-5 py-4 text-left font-normal sm:w-56 sm:px-8">
              <span className="sr-only">Property</span>
            </th>
            {models.map((model) => (
              <ModelHead key={model.id} model={model} query={query} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {compareModels(models, speeds).map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row" className="px-5 py-2.5 text-left font-normal text-muted sm:px-8">
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
        className="rounded-xs font-medium break-words text-ink underline-offset-3 hover:underline"
      >
        {model.name}
      </Link>
      <span className="mt-0.5 block font-mono text-xs break-all text-faint">{model.id}</span>
      <span className="mt-3 flex flex-wrap gap-x-3 gap-y-1 text-xs">
        <Link
          prefetch={false}
          href={tryItPath(model)}
          aria-label={`Try it: ${model.name}`}
          className="press-line rounded-xs text-accent-text underline decoration-accent-line underline-offset-3"
        >
          Try it
        </Link>
        <Link
          prefetch={false}
          href={`${paths.models}${writeListingQuery({ ...query, compare })}`}
          aria-label={`Remove ${model.name}`}
          className="press-line rounded-xs text-muted underline decoration-line-strong underline-offset-3 hover:text-ink"
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
      {text === null ? <Dash words="not stated" /> : text}
      {isBest && (
        <>
          <Check className="ml-1.5 inline size-3.5 text-accent" aria-hidden="true" />
          <span className="sr-only">, best</span>
        </>
      )}
    </td>
  )
}

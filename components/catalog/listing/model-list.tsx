import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import type { ListedModel } from '@/lib/catalog/schema'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { COMPARE_MOST, type ListingQuery, writeListingQuery } from './listing-query'
import { modelColumns } from './model-columns'
import { ModelRow } from './model-row'
import { toModelLine } from './to-model-line'

type ModelListProps = { models: readonly ListedModel[]; total: number; query: ListingQuery }

export function ModelList({ models, total, query }: ModelListProps) {
  if (models.length === 0) return <NoModels total={total} query={query} />
  return (
    <>
      <div className="border-b border-line px-5 py-2 text-xs text-faint sm:px-8 lg:px-6">
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
        className="divide-y divide-line transition-opacity group-data-pending/filter:opacity-60"
      >
        {models.map((model) => (
          <ModelRow
            key={model.id}
            model={toModelLine(model)}
            chosen={query.compare.includes(model.id)}
            full={query.compare.length >= COMPARE_MOST}
          />
        ))}
      </ul>
    </>
  )
}

function NoModels({ total, query }: Omit<ModelListProps, 'models'>) {
  const all = `${paths.models}${writeListingQuery({ compare: query.compare })}`
  return (
    <EmptyState
      title={total === 0 ? 'No models yet' : 'No such models'}
      description={
        total === 0
          ? 'Models appear here as soon as a provider of theirs has its key.'
          : 'No model fits all of these filters at once.'
      }
      action={
        total > 0 && (
          <Button asChild>
            <Link prefetch={false} href={all}>
              Clear filters
            </Link>
          </Button>
        )
      }
    />
  )
}

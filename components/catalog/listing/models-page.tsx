import { FilterForm } from '@/components/site/filter-form'
import { PageIntro } from '@/components/site/page-intro'
import type { ListedModel } from '@/lib/catalog/schema'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { CompareBar } from './compare-bar'
import { filterModels } from './filter-models'
import type { ListingQuery, ListingSort } from './listing-query'
import { ModelFilters } from './model-filters'
import { ModelList } from './model-list'
import { ModelSearch } from './model-search'
import { type MeasuredSpeed, sortModels } from './sort-models'

type ModelsPageProps = {
  models: readonly ListedModel[]
  speeds: ReadonlyMap<string, MeasuredSpeed>
  query: ListingQuery
}

// Speed is an order of its own only where something was measured.
const sorts: readonly ListingSort[] = ['newest', 'name', 'price', 'context']
const speedSorts: readonly ListingSort[] = ['throughput', 'latency']

/** Everything that can be called here, searched, narrowed and put in order. */
export function ModelsPage({ models, speeds, query }: ModelsPageProps) {
  const shown = sortModels(filterModels(models, query), query.sort, speeds)
  const chosen = query.compare.flatMap((id) => models.find((model) => model.id === id) ?? [])
  return (
    <>
      <PageIntro
        title="Models"
        lead={
          models.length === 0
            ? 'What can be called here, with prices.'
            : `${formatNumber(models.length)} ${models.length === 1 ? 'model' : 'models'}, one API, one balance. Every answer says what it cost.`
        }
      />
      <FilterForm action={paths.models} label="Models">
        <ModelSearch
          models={models}
          query={query}
          sorts={speeds.size > 0 ? [...sorts, ...speedSorts] : sorts}
        />
        <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
          <aside
            aria-label="Filters"
            className="px-5 py-4 sm:px-8 lg:border-r lg:border-line lg:py-6 lg:pr-6"
          >
            <ModelFilters models={models} query={query} />
          </aside>
          <div className="min-w-0 max-lg:border-t max-lg:border-line">
            <ModelList models={shown} total={models.length} query={query} />
          </div>
        </div>
        <CompareBar chosen={chosen} hidden={chosen.filter((model) => !shown.includes(model))} query={query} />
      </FilterForm>
    </>
  )
}

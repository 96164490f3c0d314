import { X } from 'lucide-react'
import Link from 'next/link'
import { NativeSegments, NativeSelect } from '@/components/forms/native-controls'
import { SearchBox } from '@/components/forms/search-box'
import { FilterForm } from '@/components/site/filter-form'
import { PageIntro } from '@/components/site/page-section'
import { Button } from '@/components/ui/button'
import type { ListedModel } from '@/lib/catalog/models/schema'
import type { ModelFigures } from '@/lib/catalog/rankings/schema'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { modalityNames } from '../modality'
import {
  countByModality,
  filterModels,
  type ListingQuery,
  type ListingSort,
  MAX_COMPARED,
  MIN_COMPARED,
  sortModels,
  writeListingQuery,
} from './listing-query'
import { ModelFilters } from './model-filters'
import { ModelList } from './model-list'

type ModelsPageProps = {
  models: readonly ListedModel[]
  figures: ReadonlyMap<string, ModelFigures>
  query: ListingQuery
}

// Sorting by speed is offered only where something was measured.
const sorts: readonly ListingSort[] = ['newest', 'name', 'price', 'context']
const speedSorts: readonly ListingSort[] = ['throughput', 'latency']

/** The available models, with search, filters and sorting. */
export function ModelsPage({ models, figures, query }: ModelsPageProps) {
  const shown = sortModels(filterModels(models, query), query.sort, figures)
  const hasSpeeds = [...figures.values()].some(({ tps, ttftMs }) => tps !== null || ttftMs !== null)
  const chosen = query.compare.flatMap((id) => models.find((model) => model.id === id) ?? [])
  return (
    <>
      <PageIntro
        title="Models"
        lead={
          models.length === 0
            ? 'Available models with prices.'
            : `${formatNumber(models.length)} ${models.length === 1 ? 'model' : 'models'}, one API, one balance. Every response includes its cost.`
        }
      />
      <FilterForm action={paths.models} label="Models">
        <ModelSearch models={models} query={query} sorts={hasSpeeds ? [...sorts, ...speedSorts] : sorts} />
        <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
          <aside
            aria-label="Filters"
            className="px-5 py-4 sm:px-8 lg:border-r lg:border-border lg:py-6 lg:pr-6"
          >
            <ModelFilters models={models} query={query} />
          </aside>
          <div className="min-w-0 max-lg:border-t max-lg:border-border">
            <ModelList models={shown} figures={figures} total={models.length} query={query} />
          </div>
        </div>
        <CompareBar chosen={chosen} hidden={chosen.filter((model) => !shown.includes(model))} query={query} />
      </FilterForm>
    </>
  )
}

const sortNames: Record<ListingSort, string> = {
  newest: 'Newest',
  name: 'Name',
  price: 'Price: low to high',
  context: 'Longest context',
  throughput: 'Highest throughput',
  latency: 'Fastest first token',
}

type ModelSearchProps = { models: readonly ListedModel[]; query: ListingQuery; sorts: readonly ListingSort[] }

/** Search, sorting and modality. */
function ModelSearch({ models, query, sorts }: ModelSearchProps) {
  const kinds = countByModality(models).map(({ modality, count }) => ({
    value: modality,
    label: modalityNames[modality],
    count,
  }))
  return (
    <div className="flex flex-wrap items-center gap-3 border-y border-border bg-card px-5 py-3 sm:px-8">
      <SearchBox
        label="Search models"
        className="min-w-0 flex-1 basis-56"
        name="q"
        defaultValue={query.q}
        autoComplete="off"
      />
      <NativeSelect
        name="sort"
        aria-label="Sort by"
        defaultValue={query.sort === 'newest' ? '' : query.sort}
        className="w-48 max-sm:w-full"
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort === 'newest' ? '' : sort}>
            {sortNames[sort]}
          </option>
        ))}
      </NativeSelect>
      <div className="basis-full">
        <NativeSegments
          name="modality"
          label="Type"
          value={query.modality ?? ''}
          segments={[{ value: '', label: 'All', count: models.length }, ...kinds]}
        />
      </div>
      <noscript>
        <Button type="submit" variant="default">
          Apply
        </Button>
      </noscript>
    </div>
  )
}

type CompareBarProps = {
  /** The selected models, listed or not. */
  chosen: readonly ListedModel[]
  /** Selected models that the filters hide: they have no checkbox in the form. */
  hidden: readonly ListedModel[]
  query: ListingQuery
}

/** The selected models at the bottom of the window, with a button to compare them. */
function CompareBar({ chosen, hidden, query }: CompareBarProps) {
  if (chosen.length === 0) return <NoScriptCompare />
  const without = (id: string) =>
    `${paths.models}${writeListingQuery({ ...query, compare: query.compare.filter((one) => one !== id) })}`
  return (
    <section
      aria-label="Compare"
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-input bg-popover px-5 py-3 sm:px-8"
    >
      {hidden.map(({ id }) => (
        <input key={id} type="hidden" name="compare" value={id} />
      ))}
      <p className="figures mr-auto text-sm text-muted-foreground">
        {chosen.length} of {MAX_COMPARED}
      </p>
      {/* One scrolling line on a phone: four lines would hide the list. */}
      <ul className="quiet-scroll flex min-w-0 gap-2 max-sm:order-last max-sm:basis-full max-sm:overflow-x-auto sm:flex-1 sm:flex-wrap">
        {chosen.map(({ id, name }) => (
          <li
            key={id}
            className="flex h-7 max-w-56 shrink-0 items-center gap-1 rounded-md border border-border bg-card pl-2 text-sm pointer-coarse:h-10"
          >
            <span className="truncate">{name}</span>
            <Link
              href={without(id)}
              prefetch={false}
              replace
              scroll={false}
              aria-label={`Remove ${name} from comparison`}
              className="grid size-7 shrink-0 place-items-center rounded-sm text-faint-foreground hover:text-foreground pointer-coarse:size-10"
            >
              <X className="size-3.5" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      <Button
        type="submit"
        name="view"
        value="compare"
        variant="default"
        disabled={chosen.length < MIN_COMPARED}
      >
        Compare
      </Button>
    </section>
  )
}

/** Without JavaScript, the server knows no selection until the form is sent. */
function NoScriptCompare() {
  return (
    <noscript>
      <div className="sticky bottom-0 border-t border-input bg-popover px-5 py-3 sm:px-8">
        <Button type="submit" name="view" value="compare" variant="default">
          Compare selected
        </Button>
      </div>
    </noscript>
  )
}

import { NativeSegments } from '@/components/forms/native-segments'
import { NativeSelect } from '@/components/forms/native-select'
import { SearchBox } from '@/components/forms/search-box'
import { Button } from '@/components/ui/button'
import type { ListedModel } from '@/lib/catalog/schema'
import { modalityNames } from '../modality-names'
import { countByModality } from './count-models'
import type { ListingQuery, ListingSort } from './listing-query'

const sortNames: Record<ListingSort, string> = {
  newest: 'Newest',
  name: 'Name',
  price: 'Price, low to high',
  context: 'Longest context',
  throughput: 'Most tokens per second',
  latency: 'Fastest first token',
}

type ModelSearchProps = { models: readonly ListedModel[]; query: ListingQuery; sorts: readonly ListingSort[] }

/** Words, kind and order. */
export function ModelSearch({ models, query, sorts }: ModelSearchProps) {
  const kinds = countByModality(models).map(({ modality, count }) => ({
    value: modality,
    label: modalityNames[modality],
    count,
  }))
  return (
    <div className="flex flex-wrap items-center gap-3 border-y border-line bg-surface px-5 py-3 sm:px-8">
      <SearchBox
        label="Search models"
        className="min-w-0 flex-1 basis-56"
        name="q"
        defaultValue={query.q}
        autoComplete="off"
      />
      <NativeSegments
        name="modality"
        label="Kind"
        value={query.modality ?? ''}
        segments={[{ value: '', label: 'All', count: models.length }, ...kinds]}
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
      <noscript>
        <Button type="submit" variant="primary">
          Apply
        </Button>
      </noscript>
    </div>
  )
}

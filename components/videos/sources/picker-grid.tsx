import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MoreItems } from '@/components/data/more-items'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { SourceMedia } from '../draft'
import { SourceThumb } from './source-thumb'

type PickerGridProps = {
  list: UseInfiniteQueryResult
  media: readonly SourceMedia[]
  icon: ReactNode
  empty: string
  hint: string
  onPick: (media: SourceMedia) => void
}

const places = ['first', 'second', 'third', 'fourth']

export function PickerGrid({ list, media, icon, empty, hint, onPick }: PickerGridProps) {
  if (list.isPending)
    return (
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {places.map((place) => (
          <Skeleton key={place} className="aspect-square h-auto w-full rounded-md" />
        ))}
      </div>
    )
  if (list.isError && media.length === 0)
    return (
      <ErrorState
        title="This could not be loaded"
        error={list.error}
        onRetry={() => list.refetch()}
        retrying={list.isFetching}
      />
    )
  if (media.length === 0 && !list.hasNextPage)
    return <EmptyState icon={icon} title={empty} description={hint} />
  return (
    <>
      <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {media.map((one) => (
          <li key={one.url} className="min-w-0">
            <button
              type="button"
              onClick={() => onPick(one)}
              className="flex w-full flex-col gap-1 rounded-md text-left"
            >
              <SourceThumb
                media={one}
                alt=""
                className="aspect-square w-full rounded-md border border-line bg-sunken object-cover"
              />
              <span dir="auto" className="w-full truncate text-left text-xs text-muted">
                {one.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <MoreItems list={list} />
    </>
  )
}

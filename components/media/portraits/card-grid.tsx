import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from '@/components/data/loaded'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'

type CardGridProps = {
  query: UseInfiniteQueryResult
  /** “people”, “assets”. */
  what: string
  /** Shown if there are no cards. */
  empty: ReactNode
  cards: readonly { id: string; card: ReactNode }[]
}

const columns = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4'
const slots = ['first', 'second', 'third', 'fourth']

/** A grid of cards, or why it is empty, and “Show more”. */
export function CardGrid({ query, what, empty, cards }: CardGridProps) {
  if (query.isPending)
    return (
      <div className={columns} aria-hidden="true">
        {slots.map((slot) => (
          <div key={slot} className="flex flex-col gap-2">
            <Skeleton className="aspect-[4/5] h-auto w-full rounded-lg" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        ))}
      </div>
    )
  if (query.isLoadingError)
    return (
      <Panel>
        <LoadError query={query} what={`The ${what}`} />
      </Panel>
    )
  if (cards.length === 0) return <Panel>{empty}</Panel>
  return (
    <>
      <ul className={columns}>
        {cards.map(({ id, card }) => (
          <li key={id}>{card}</li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="outline"
          className="self-center"
          loading={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

import { Skeleton } from '@/components/ui/skeleton'

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

export function HistorySkeleton() {
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-7 sm:grid-cols-3 2xl:grid-cols-4" aria-hidden="true">
      {places.map((place) => (
        <Skeleton key={place} className="aspect-square h-auto w-full rounded-md" />
      ))}
    </div>
  )
}

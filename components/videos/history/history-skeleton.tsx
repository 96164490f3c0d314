import { Skeleton } from '@/components/ui/skeleton'

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

export function HistorySkeleton() {
  return (
    <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2 2xl:grid-cols-3" aria-hidden="true">
      {places.map((place) => (
        <div key={place} className="flex flex-col gap-2">
          <Skeleton className="aspect-video h-auto w-full rounded-md" />
          <Skeleton className="w-2/3" />
        </div>
      ))}
    </div>
  )
}

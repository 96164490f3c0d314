import { Skeleton } from '@/components/ui/skeleton'

const places = ['first', 'second', 'third', 'fourth']

export function GroupGridSkeleton() {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4" aria-hidden="true">
      {places.map((place) => (
        <div key={place} className="flex flex-col gap-2">
          <Skeleton className="aspect-[4/5] h-auto w-full rounded-lg" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      ))}
    </div>
  )
}

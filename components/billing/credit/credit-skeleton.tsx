import { Skeleton } from '@/components/ui/skeleton'

export function CreditSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4 p-4">
      <span className="sr-only">Loading the packages</span>
      <Skeleton className="h-14" />
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className="h-18 rounded-md" />
        ))}
      </div>
      <Skeleton className="h-24" />
    </div>
  )
}

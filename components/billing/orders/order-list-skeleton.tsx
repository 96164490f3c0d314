import { Skeleton } from '@/components/ui/skeleton'

export function OrderListSkeleton() {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">Loading the orders</span>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex h-12 items-center gap-6 px-4">
          <Skeleton className="w-24" />
          <Skeleton className="w-16 max-sm:hidden" />
          <Skeleton className="w-20" />
          <Skeleton className="ml-auto w-28" />
        </div>
      ))}
    </div>
  )
}

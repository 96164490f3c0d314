import { Skeleton } from '@/components/ui/skeleton'

export function DeliveryListSkeleton({ rows }: { rows: number }) {
  const widths = [48, 60, 40, 56, 52]
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">Loading deliveries</span>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row, place) => (
        <div key={row} className="flex h-10 items-center gap-6 px-4 max-lg:h-16">
          <Skeleton className="w-16 max-sm:hidden" />
          <Skeleton style={{ width: `${(widths[place % widths.length] ?? 50) / 2}%` }} />
          <Skeleton className="ml-auto w-20" />
          <Skeleton className="w-8" />
        </div>
      ))}
    </div>
  )
}

import { Skeleton } from '@/components/ui/skeleton'

export function RequestListSkeleton({ rows }: { rows: number }) {
  const widths = [52, 40, 60, 46, 56]
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">Loading requests</span>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row, place) => (
        <div key={row} className="flex h-10 items-center gap-6 px-4 max-lg:h-16">
          <Skeleton className="w-14 max-sm:hidden" />
          <Skeleton style={{ width: `${(widths[place % widths.length] ?? 50) / 2}%` }} />
          <Skeleton className="ml-auto w-12" />
          <Skeleton className="w-16" />
        </div>
      ))}
    </div>
  )
}

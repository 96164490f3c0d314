import { Skeleton } from '@/components/ui/skeleton'

export function BreakdownSkeleton() {
  return (
    <div role="status" className="divide-y divide-line pt-8">
      <span className="sr-only">Loading the breakdown</span>
      {[56, 40, 48].map((width) => (
        <div key={width} className="flex h-13 items-center gap-6 px-4">
          <Skeleton style={{ width: `${width / 2}%` }} />
          <Skeleton className="ml-auto w-10" />
          <Skeleton className="w-14" />
        </div>
      ))}
    </div>
  )
}

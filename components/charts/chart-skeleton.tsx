import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'

const heights = [38, 62, 47, 80, 55, 70, 34, 58, 90, 66, 44, 74, 52, 84, 60, 40]

/** A placeholder for a chart that is loading, of the chart's height. */
export function ChartSkeleton({ className = 'h-64' }: { className?: string }) {
  return (
    <div role="status" className={cn('flex items-end gap-[2%] pt-4 pb-7', className)}>
      <span className="sr-only">Loading the chart</span>
      {heights.map((height, index) => (
        <Skeleton
          // biome-ignore lint/suspicious/noArrayIndexKey: these bars never move
          key={index}
          className="flex-1 rounded-b-none"
          style={{ height: `${height}%` }}
        />
      ))}
    </div>
  )
}

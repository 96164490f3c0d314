import { cn } from '@/components/ui/cn'
import type { ChartSeries } from './chart-data'
import { toneClass } from './series-tone'

/** Which colour is which. Nothing for a single series: the title says what it is. */
export function ChartLegend({ series, className }: { series: readonly ChartSeries[]; className?: string }) {
  if (series.length < 2) return null
  return (
    <ul aria-label="Legend" className={cn('flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted', className)}>
      {series.map(({ id, name, tone }) => (
        <li key={id} className="flex max-w-56 min-w-0 items-center gap-1.5">
          <span
            className={cn('size-2 shrink-0 rounded-xs forced-color-adjust-none', toneClass[tone])}
            aria-hidden="true"
          />
          <span dir="auto" className="truncate text-left" title={name}>
            {name}
          </span>
        </li>
      ))}
    </ul>
  )
}

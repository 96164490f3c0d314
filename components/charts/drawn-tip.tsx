import { cn } from '@/components/ui/cn'
import type { ChartSeries } from './chart-data'
import { toneClass } from './series-tone'

/** The figures of the point under the pointer; public/site/chart.js fills them in out of the chart's table. */
export function DrawnTip({ series }: { series: readonly ChartSeries[] }) {
  return (
    // It says again what the table says, so it is for eyes alone.
    <div
      data-tip
      hidden
      aria-hidden="true"
      className="pointer-events-none absolute top-2 z-20 w-max max-w-[min(18rem,80%)] min-w-36 rounded-md border border-line bg-overlay px-3 py-2 text-xs shadow-pop"
    >
      <p className="flex items-baseline justify-between gap-6">
        <span data-label className="text-muted" />
        <span data-total className="figures font-medium text-ink" />
      </p>
      {series.length > 1 && (
        <ul className="mt-1.5 flex flex-col gap-1 border-t border-line pt-1.5">
          {series.map(({ id, name, tone }) => (
            <li key={id} className="flex items-baseline justify-between gap-6">
              <span className="flex min-w-0 items-center gap-1.5 text-muted">
                <span
                  className={cn('size-2 shrink-0 rounded-xs forced-color-adjust-none', toneClass[tone])}
                />
                <span className="truncate">{name}</span>
              </span>
              <span className="figures shrink-0 text-ink" />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

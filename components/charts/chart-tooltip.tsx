import { cn } from '@/components/ui/cn'
import { type ChartData, type ChartFormat, totalAt } from './chart-data'
import { toneClass } from './series-tone'

type ChartTooltipProps = { active: boolean; place: number; data: ChartData; format: ChartFormat }

/** The figures of the point under the pointer, largest first. */
export function ChartTooltip({ active, place, data, format }: ChartTooltipProps) {
  const point = data.points[place]
  if (!active || !point) return null
  const several = data.series.length > 1
  const parts = data.series
    .map(({ id, name, tone, values }) => ({ id, name, tone, value: values[place] ?? 0 }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
  const total = totalAt(data, place)
  const write = format.column?.([total, ...parts.map(({ value }) => value)]) ?? format.value
  return (
    // Said by the live region beside the chart, so not a second time from here.
    <div
      aria-hidden="true"
      className="min-w-36 max-w-72 rounded-md border border-line bg-overlay px-3 py-2 text-xs shadow-pop"
    >
      <p className="flex items-baseline justify-between gap-6">
        <span className="text-muted">{point.label}</span>
        <span className="figures font-medium text-ink">{write(total)}</span>
      </p>
      {several && parts.length > 0 && (
        <ul className="mt-1.5 flex flex-col gap-1 border-t border-line pt-1.5">
          {parts.map(({ id, name, tone, value }) => (
            <li key={id} className="flex items-baseline justify-between gap-6">
              <span className="flex min-w-0 items-center gap-1.5 text-muted">
                <span
                  className={cn('size-2 shrink-0 rounded-xs forced-color-adjust-none', toneClass[tone])}
                />
                <span dir="auto" className="truncate text-left">
                  {name}
                </span>
              </span>
              <span className="figures shrink-0 text-ink">{write(value)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

import { cn } from '@/components/ui/cn'
import { type ChartData, totalAt } from './chart-data'
import { toneClass } from './series-tone'

/** `most` is the value at the upper edge. */
export type DrawnSeriesProps = { data: ChartData; most: number }

/** Bars on top of each other; a hairline tells neighbours apart without their own colours. */
export function DrawnBars({ data, most }: DrawnSeriesProps) {
  return (
    <div className="flex size-full items-end">
      {data.points.map(({ key }, place) => (
        <div key={key} className="flex h-full flex-1 items-end justify-center">
          <div
            className="flex w-[82%] max-w-9 flex-col-reverse gap-px overflow-hidden rounded-t-[3px]"
            style={{ height: percent(totalAt(data, place), most) }}
          >
            {data.series.map(({ id, tone, values }) => {
              const value = values[place] ?? 0
              return value === 0 ? null : (
                <div key={id} className={cn('min-h-px', toneClass[tone])} style={{ flexGrow: value }} />
              )
            })}
          </div>
        </div>
      ))}
    </div>
  )
}

function percent(value: number, most: number): string {
  return `${Math.round((value / most) * 10_000) / 100}%`
}

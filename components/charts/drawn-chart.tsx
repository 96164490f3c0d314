import { PageScript } from '@/components/site/page-script'
import { axisTicks } from './axis-ticks'
import { type ChartData, type ChartFormat, totalAt } from './chart-data'
import { describePoint } from './describe-point'
import { DrawnAreas } from './drawn-areas'
import { DrawnBars } from './drawn-bars'
import { DrawnTip } from './drawn-tip'
import { MOST_BARS } from './most-bars'
import { TimeAxis } from './time-axis'

type DrawnChartProps = {
  /** What the chart shows: `Tokens by model, last 7 days`. */
  label: string
  data: ChartData
  format: ChartFormat
}

/**
 * Amounts over time, drawn on the server: bars, or areas where bars would be too thin, stacked when there are several series.
 * The figures themselves stand in a `ChartTable`, which must be in the same element with `data-chart`.
 */
export function DrawnChart({ label, data, format }: DrawnChartProps) {
  const ticks = axisTicks(Math.max(...data.points.map((_, place) => totalAt(data, place))))
  const most = ticks.at(-1) ?? 1
  const last = Math.max(0, data.points.length - 1)
  const Drawing = data.points.length > MOST_BARS ? DrawnAreas : DrawnBars
  return (
    <div className="flex text-[0.6875rem] leading-4 text-faint">
      <div
        aria-hidden="true"
        className="figures relative mr-2 mb-7 flex h-57 flex-col-reverse justify-between text-right"
      >
        {ticks.map((tick) => (
          <span key={tick} className="-my-2">
            {format.tick(tick)}
          </span>
        ))}
      </div>
      <div className="min-w-0 flex-1">
        <div
          data-plot
          // The keys go from point to point, as public/site/chart.js has it; the newest is where they begin.
          role="slider"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={last}
          aria-valuetext={describePoint(data, last, format)}
          tabIndex={0}
          className="relative h-57 touch-pan-y"
        >
          <div aria-hidden="true" className="absolute inset-0 flex flex-col-reverse justify-between">
            {ticks.map((tick) => (
              <span key={tick} className="h-0 border-t border-line first:border-line-strong" />
            ))}
          </div>
          <div data-band hidden className="absolute inset-y-0 bg-selected/60" />
          <div aria-hidden="true" className="absolute inset-0">
            <Drawing data={data} most={most} />
          </div>
          <DrawnTip series={data.series} />
        </div>
        <TimeAxis points={data.points} />
      </div>
      <PageScript name="chart" />
    </div>
  )
}

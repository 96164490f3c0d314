'use client'

import dynamic from 'next/dynamic'
import { cn } from '@/components/ui/cn'
import { ScrollRegion } from '@/components/ui/scroll-region'
import type { ChartData, ChartFormat } from './chart-data'
import { ChartTable } from './chart-table'
import { useNear } from './use-near'

// The library draws in the browser only, and is fetched once a chart comes into sight.
const TimeChartPlot = dynamic(() => import('./time-chart-plot').then((module) => module.TimeChartPlot), {
  ssr: false,
})

export type ChartView = 'chart' | 'table'

type TimeChartProps = {
  /** What the chart shows: `Cost by model, 1–30 Nov`. */
  label: string
  /** What a point is: `Day`, `Hour`. */
  pointName: string
  data: ChartData
  format: ChartFormat
  view?: ChartView
  /** A sparkline: no axes, the same keys and the same table. */
  bare?: boolean
  heightClass?: string
}

/**
 * Amounts over time: bars, or areas where bars would be too thin, stacked when there are several series.
 * The table is always there: in sight when asked for, else for those who cannot see the drawing.
 */
export function TimeChart({
  label,
  pointName,
  data,
  format,
  view = 'chart',
  bare = false,
  heightClass = 'h-64',
}: TimeChartProps) {
  const [watch, isNear] = useNear()
  const table = <ChartTable label={label} pointName={pointName} data={data} format={format} />
  if (view === 'table')
    return <ScrollRegion className={cn('overflow-auto', heightClass)}>{table}</ScrollRegion>
  return (
    <figure className="relative flex min-w-0 flex-1 flex-col" aria-label={label}>
      <div className={cn('relative', heightClass)}>
        {/* Lifted out of the flow, so that the drawing takes its size from the box and never the other way round. */}
        <div ref={watch} className="absolute inset-0">
          {isNear && <TimeChartPlot label={label} data={data} format={format} bare={bare} />}
        </div>
      </div>
      <div className="sr-only">{table}</div>
    </figure>
  )
}

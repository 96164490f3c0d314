'use client'

import dynamic from 'next/dynamic'
import type { ChartData, ChartFormat } from './chart-data'
import { ChartTable } from './chart-table'

// The library draws in the browser only, and is fetched by pages that have a chart.
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
  const table = <ChartTable label={label} pointName={pointName} data={data} format={format} />
  if (view === 'table') return <div className={`quiet-scroll overflow-auto ${heightClass}`}>{table}</div>
  return (
    <figure className="relative flex min-w-0 flex-1 flex-col" aria-label={label}>
      <div className={heightClass}>
        <TimeChartPlot label={label} data={data} format={format} bare={bare} />
      </div>
      <div className="sr-only">{table}</div>
    </figure>
  )
}

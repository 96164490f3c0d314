'use client'

import { ChartColumn, Table2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useCallback, useState } from 'react'
import { Dash } from '@/components/data/figure-table'
import { cn } from '@/components/ui/cn'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Skeleton } from '@/components/ui/skeleton'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { type ChartData, type ChartFormat, type ChartSeries, toneClass, totalAt } from './chart-data'

// Recharts renders only in the browser, and is loaded when a chart comes into view or a moment later.
const TimeChartPlot = dynamic(() => import('./time-chart-plot').then((module) => module.TimeChartPlot), {
  ssr: false,
})

export type ChartView = 'chart' | 'table'

type TimeChartProps = {
  /** What the chart shows: `Cost by model, 1–30 Nov`. */
  label: string
  /** The unit of a point: `Day`, `Hour`. */
  pointName: string
  data: ChartData
  format: ChartFormat
  view?: ChartView
  heightClass?: string
}

/**
 * Amounts over time: bars, or areas where bars would be too thin, stacked if there are several series. The table is always
 * present: visible if selected, else for screen readers.
 */
export function TimeChart({
  label,
  pointName,
  data,
  format,
  view = 'chart',
  heightClass = 'h-64',
}: TimeChartProps) {
  const [watch, isDrawn] = useDrawn()
  const table = <ChartTable label={label} pointName={pointName} data={data} format={format} />
  if (view === 'table')
    return <ScrollRegion className={cn('overflow-auto', heightClass)}>{table}</ScrollRegion>
  return (
    <figure className="relative flex min-w-0 flex-1 flex-col" aria-label={label}>
      <div className={cn('relative', heightClass)}>
        {format.unit && (
          <p aria-hidden="true" className="absolute top-0 right-5 text-2xs text-faint-foreground">
            {format.unit} per {pointName.toLowerCase()}
          </p>
        )}
        {/* Out of the flow, so that the chart takes its size from the box and not the other way round. */}
        <div ref={watch} className="absolute inset-0">
          {isDrawn && <TimeChartPlot label={label} data={data} format={format} />}
        </div>
      </div>
      <div className="sr-only">{table}</div>
    </figure>
  )
}

const LATER_MILLIS = 1500

/**
 * A ref for an element, and whether it is drawn: once it is near the viewport, or shortly after the page has opened, so that
 * the page can be printed without scrolling through it.
 */
function useDrawn(): [(element: Element | null) => (() => void) | undefined, boolean] {
  const [isDrawn, setDrawn] = useState(false)
  const watch = useCallback((element: Element | null) => {
    if (element === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setDrawn(true)
      },
      { rootMargin: '64px 0px' },
    )
    observer.observe(element)
    const timer = setTimeout(() => setDrawn(true), LATER_MILLIS)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return [watch, isDrawn]
}

/** The colors of the series. Nothing for a single series, which the title names. */
export function ChartLegend({ series, className }: { series: readonly ChartSeries[]; className?: string }) {
  if (series.length < 2) return null
  return (
    <ul
      aria-label="Legend"
      className={cn('flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground', className)}
    >
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

type ChartViewToggleProps = { view: ChartView; onViewChange: (view: ChartView) => void }

export function ChartViewToggle({ view, onViewChange }: ChartViewToggleProps) {
  return (
    <ToggleGroup
      type="single"
      aria-label="Show as"
      value={view}
      onValueChange={(next) => (next === 'chart' || next === 'table') && onViewChange(next)}
    >
      <ToggleGroupItem value="chart" aria-label="Chart" title="Chart">
        <ChartColumn aria-hidden="true" />
      </ToggleGroupItem>
      <ToggleGroupItem value="table" aria-label="Table" title="Table">
        <Table2 aria-hidden="true" />
      </ToggleGroupItem>
    </ToggleGroup>
  )
}

type ChartTableProps = { label: string; pointName: string; data: ChartData; format: ChartFormat }

/** The figures behind a chart, newest first as in every other list. */
function ChartTable({ label, pointName, data, format }: ChartTableProps) {
  const several = data.series.length > 1 && !data.compared
  const totals = data.points.map((_, index) => totalAt(data, index))
  const cell = 'px-3 text-right figures whitespace-nowrap last:pr-4'
  return (
    <table aria-label={label} className="w-full text-sm">
      <thead className="sticky top-0 bg-card">
        <tr className="h-8 border-b border-border text-xs text-faint-foreground">
          <th scope="col" className="px-4 text-left font-medium">
            {pointName}
          </th>
          {data.series.map(({ id, name }) => (
            <th key={id} scope="col" className={`${cell} font-medium`}>
              {name}
            </th>
          ))}
          {several && (
            <th scope="col" className={`${cell} font-medium`}>
              Total
            </th>
          )}
        </tr>
      </thead>
      <tbody className="divide-y divide-border">
        {data.points
          .map((point, index) => (
            <tr key={point.key} className="h-8">
              <th scope="row" className="px-4 text-left font-normal whitespace-nowrap text-muted-foreground">
                {point.label}
              </th>
              {data.series.map(({ id, values }) => (
                <Figure key={id} value={values[index] ?? null} className={cell} write={format.value} />
              ))}
              {several && (
                <Figure value={totals[index] ?? 0} className={`${cell} font-medium`} write={format.value} />
              )}
            </tr>
          ))
          .toReversed()}
      </tbody>
    </table>
  )
}

type FigureProps = { value: number | null; className: string; write: (value: number) => string }

/** Zeros are faint, so that other values stand out. */
function Figure({ value, className, write }: FigureProps) {
  return (
    <td className={cn(className, !value && 'text-faint-foreground')} data-value={value ?? undefined}>
      {value === null ? <Dash /> : write(value)}
    </td>
  )
}

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
          className="w-[4.375%] rounded-b-none"
          style={{ height: `${height}%` }}
        />
      ))}
    </div>
  )
}

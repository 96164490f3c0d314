'use client'

import { useState } from 'react'
import { createPortal } from 'react-dom'
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  BarStack,
  CartesianGrid,
  Line,
  LineChart,
  Tooltip,
  useActiveTooltipDataPoints,
  useChartWidth,
  XAxis,
  YAxis,
} from 'recharts'
import { cn } from '@/components/ui/cn'
import {
  axisTicks,
  type ChartData,
  type ChartFormat,
  type ChartSeries,
  describePoint,
  labeledPoints,
  partsAt,
  toneClass,
  toneColor,
  totalAt,
} from './chart-data'

/** With more points, bars would be too thin. */
const MAX_BARS = 62

type TimeChartPlotProps = { label: string; data: ChartData; format: ChartFormat }

/** The chart, and a live region for the point selected with the arrow keys. Nothing is animated. */
export function TimeChartPlot({ label, data, format }: TimeChartPlotProps) {
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const asAreas = !data.compared && data.points.length > MAX_BARS
  const chart = {
    data: data.points.map(({ key }, index) => ({ key, index })),
    responsive: true,
    title: label,
    // Half of the last label stands right of its point.
    margin: { top: format.unit ? 20 : 8, right: 20, bottom: 0, left: 0 },
    style: { width: '100%', height: '100%' },
  }
  const shared = (
    <>
      <Axes data={data} format={format} />
      <Tooltip
        isAnimationActive={false}
        cursor={asAreas || data.compared ? { stroke: 'var(--border-strong)' } : { fill: 'var(--accent)' }}
        wrapperStyle={{ zIndex: 20, outline: 'none' }}
        content={({ active, activeIndex }) => (
          <ChartTooltip active={active} index={Number(activeIndex)} data={data} format={format} />
        )}
      />
      <ActivePoint data={data} format={format} region={region} />
    </>
  )
  return (
    <>
      {data.compared && (
        <LineChart {...chart}>
          {shared}
          {lines(data)}
        </LineChart>
      )}
      {asAreas && (
        <AreaChart {...chart}>
          {shared}
          {areas(data.series)}
        </AreaChart>
      )}
      {!asAreas && !data.compared && (
        <BarChart {...chart} barCategoryGap="18%" maxBarSize={36}>
          {shared}
          <BarStack stackId="all" radius={[3, 3, 0, 0]}>
            {bars(data.series)}
          </BarStack>
        </BarChart>
      )}
      <p ref={setRegion} aria-live="polite" className="sr-only" />
    </>
  )
}

const seriesProps = ({ id, tone, values }: ChartSeries) => ({
  name: id,
  dataKey: (row: { index: number }) => values[row.index],
  fill: toneColor(tone),
  isAnimationActive: false,
})

const bars = (series: readonly ChartSeries[]) =>
  series.map((one) => (
    // A thin line in the surface's color separates adjacent parts.
    <Bar key={one.id} {...seriesProps(one)} stroke="var(--card)" strokeWidth={series.length > 1 ? 1 : 0} />
  ))

const areas = (series: readonly ChartSeries[]) =>
  series.map((one) => (
    <Area
      key={one.id}
      {...seriesProps(one)}
      stackId="all"
      type="linear"
      stroke={toneColor(one.tone)}
      strokeWidth={1.5}
      fillOpacity={series.length > 1 ? 0.5 : 0.14}
      activeDot={{ r: 3, strokeWidth: 1.5, stroke: 'var(--card)' }}
    />
  ))

/** With more points, the dots would form a line themselves. */
const MAX_DOTS = 31

const lines = ({ points, series }: ChartData) =>
  series.map((one) => (
    <Line
      key={one.id}
      {...seriesProps(one)}
      dataKey={(row: { index: number }) => one.values[row.index] ?? null}
      type="linear"
      stroke={toneColor(one.tone)}
      strokeWidth={1.5}
      // A day between two days without a value is only a dot.
      dot={points.length <= MAX_DOTS && { r: 2, fill: toneColor(one.tone), strokeWidth: 0 }}
      activeDot={{ r: 3, strokeWidth: 1.5, stroke: 'var(--card)' }}
    />
  ))

/** As many labels as a reader needs, and the pixels of a letter and between labels. */
const [MAX_LABELS, LETTER, LABEL_GAP] = [10, 6.5, 24]

const axisText = { fill: 'var(--faint-foreground)', fontSize: 11 }

function Axes({ data, format }: Omit<TimeChartPlotProps, 'label'>) {
  const ticks = new Map(data.points.map(({ key, tick }) => [key, tick]))
  const width = useChartWidth() ?? 0
  const widest = data.points.reduce((most, { tick }) => Math.max(most, tick.length), 0)
  const fitting = Math.min(MAX_LABELS, Math.floor(width / (widest * LETTER + LABEL_GAP)))
  const totals = data.compared
    ? data.series.flatMap(({ values }) => values.map((value) => value ?? 0))
    : data.points.map((_, index) => totalAt(data, index))
  const figures = axisTicks(Math.max(0, ...totals), Math.min(0, ...totals), format.steps)
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--border)" />
      <XAxis
        dataKey="key"
        tickFormatter={(key: string) => ticks.get(key) ?? ''}
        ticks={labeledPoints(data.points, fitting).flatMap((index) => data.points[index]?.key ?? [])}
        // All of them: left out where they are close, the rest would be uneven.
        interval={0}
        tickMargin={8}
        height={28}
        tickLine={false}
        axisLine={{ stroke: 'var(--border-strong)' }}
        tick={axisText}
      />
      <YAxis
        width="auto"
        tickFormatter={format.tick}
        // The library's ticks are not round: $0.0095, $0.019.
        ticks={figures}
        domain={[figures[0] ?? 0, figures.at(-1) ?? 1]}
        // Otherwise the highest label is moved off its line.
        interval={0}
        tickLine={false}
        axisLine={false}
        tick={axisText}
      />
    </>
  )
}

type ActivePointProps = { data: ChartData; format: ChartFormat; region: HTMLElement | null }

/** Announces the point selected with the arrow keys in `region`. A child of the chart, because only that knows the point. */
function ActivePoint({ data, format, region }: ActivePointProps) {
  const index = useActiveTooltipDataPoints<{ index: number }>()?.[0]?.index
  if (!region || index === undefined) return null
  return createPortal(describePoint(data, index, format), region)
}

type ChartTooltipProps = { active: boolean; index: number; data: ChartData; format: ChartFormat }

/** The figures of the point under the pointer, largest first. */
function ChartTooltip({ active, index, data, format }: ChartTooltipProps) {
  const point = data.points[index]
  if (!active || !point) return null
  const parts = partsAt(data, index)
  if (!data.compared) parts.sort((a, b) => b.value - a.value)
  const total = totalAt(data, index)
  return (
    // Announced by the live region already.
    <div
      aria-hidden="true"
      className="min-w-36 max-w-72 rounded-md border border-border bg-popover px-3 py-2 text-xs shadow-pop"
    >
      <p className="flex items-baseline justify-between gap-6">
        <span className="text-muted-foreground">
          {point.label}
          {format.unit && ` · ${format.unit}`}
        </span>
        {!data.compared && <span className="figures font-medium text-foreground">{format.value(total)}</span>}
      </p>
      {(data.series.length > 1 || data.compared) && parts.length > 0 && (
        <ul className="mt-1.5 flex flex-col gap-1 border-t border-border pt-1.5">
          {parts.map(({ id, name, tone, value }) => (
            <li key={id} className="flex items-baseline justify-between gap-6">
              <span className="flex min-w-0 items-center gap-1.5 text-muted-foreground">
                <span
                  className={cn('size-2 shrink-0 rounded-xs forced-color-adjust-none', toneClass[tone])}
                />
                <span dir="auto" className="truncate text-left">
                  {name}
                </span>
              </span>
              <span className="figures shrink-0 text-foreground">{format.value(value)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

'use client'

import { CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { axisTicks } from './axis-ticks'
import { type ChartData, type ChartFormat, totalAt } from './chart-data'
import { ChartTooltip } from './chart-tooltip'
import { wordedPlaces } from './worded-places'

type ChartFrameProps = {
  data: ChartData
  format: ChartFormat
  /** Without axes and grid. */
  bare: boolean
  /** What marks the point under the pointer. */
  cursor: 'line' | 'band'
}

const words = { fill: 'var(--ink-faint)', fontSize: 11 }

/** Axes, grid and tooltip: what every chart over time has around its drawing. */
export function ChartFrame({ data, format, bare, cursor }: ChartFrameProps) {
  const ticks = new Map(data.points.map(({ key, tick }) => [key, tick]))
  const figures = axisTicks(Math.max(0, ...data.points.map((_, place) => totalAt(data, place))))
  return (
    <>
      {!bare && <CartesianGrid vertical={false} stroke="var(--line)" />}
      <XAxis
        dataKey="key"
        hide={bare}
        tickFormatter={(key: string) => ticks.get(key) ?? ''}
        ticks={wordedPlaces(data.points).flatMap((place) => data.points[place]?.key ?? [])}
        interval="preserveEnd"
        minTickGap={16}
        tickMargin={8}
        height={28}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-strong)' }}
        tick={words}
      />
      <YAxis
        hide={bare}
        width="auto"
        tickFormatter={format.tick}
        // The library's own are not round: $0.0095, $0.019.
        ticks={figures}
        domain={[0, figures.at(-1) ?? 1]}
        // Otherwise the highest figure is pushed down, beside its line.
        interval={0}
        tickLine={false}
        axisLine={false}
        tick={words}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={cursor === 'line' ? { stroke: 'var(--line-strong)' } : { fill: 'var(--hover)' }}
        wrapperStyle={{ zIndex: 20, outline: 'none' }}
        content={({ active, activeIndex }) => (
          <ChartTooltip active={active} place={Number(activeIndex)} data={data} format={format} />
        )}
      />
    </>
  )
}

'use client'

import { useState } from 'react'
import { Area, AreaChart, Bar, BarChart, BarStack } from 'recharts'
import { ActivePoint } from './active-point'
import type { ChartData, ChartFormat } from './chart-data'
import { ChartFrame } from './chart-frame'
import { toneColor } from './series-tone'

/** From here on a bar would be a hair. */
const MOST_BARS = 62

type TimeChartPlotProps = { label: string; data: ChartData; format: ChartFormat; bare: boolean }

/** The drawing. Nothing moves in it: new figures simply stand there. */
export function TimeChartPlot({ label, data, format, bare }: TimeChartPlotProps) {
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const asAreas = bare || data.points.length > MOST_BARS
  const stacked = data.series.length > 1
  const chart = {
    data: data.points.map(({ key }, place) => ({ key, place })),
    responsive: true,
    title: label,
    margin: bare ? { top: 3, right: 3, bottom: 3, left: 3 } : { top: 8, right: 4, bottom: 0, left: 0 },
    style: { width: '100%', height: '100%' },
  }
  const drawn = data.series.map(({ id, tone, values }) => ({
    name: id,
    dataKey: (row: { place: number }) => values[row.place] ?? 0,
    fill: toneColor(tone),
    isAnimationActive: false,
  }))
  const frame = (
    <>
      <ChartFrame data={data} format={format} bare={bare} cursor={asAreas ? 'line' : 'band'} />
      <ActivePoint data={data} format={format} region={region} />
    </>
  )
  return (
    <>
      {asAreas ? (
        <AreaChart {...chart}>
          {frame}
          {drawn.map((area) => (
            <Area
              key={area.name}
              {...area}
              stackId="all"
              type="linear"
              stroke={area.fill}
              strokeWidth={1.5}
              fillOpacity={stacked ? 0.5 : 0.14}
              activeDot={{ r: 3, strokeWidth: 1.5, stroke: 'var(--surface)' }}
            />
          ))}
        </AreaChart>
      ) : (
        <BarChart {...chart} barCategoryGap="18%" maxBarSize={36}>
          {frame}
          <BarStack stackId="all" radius={[3, 3, 0, 0]}>
            {drawn.map((bar) => (
              // A hairline in the surface's colour tells neighbours apart without their own colours.
              <Bar key={bar.name} {...bar} stroke="var(--surface)" strokeWidth={stacked ? 1 : 0} />
            ))}
          </BarStack>
        </BarChart>
      )}
      <p ref={setRegion} aria-live="polite" className="sr-only" />
    </>
  )
}

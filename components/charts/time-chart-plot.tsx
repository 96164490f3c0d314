'use client'

import { useState } from 'react'
import { ActivePoint } from './active-point'
import { AreaDrawing } from './area-drawing'
import { BarDrawing } from './bar-drawing'
import type { ChartData, ChartFormat } from './chart-data'
import { ChartFrame } from './chart-frame'
import { MOST_BARS } from './most-bars'

type TimeChartPlotProps = { label: string; data: ChartData; format: ChartFormat; bare: boolean }

/** The drawing, and beside it what the arrow keys have come to. Nothing moves in it: new figures simply stand there. */
export function TimeChartPlot({ label, data, format, bare }: TimeChartPlotProps) {
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const asAreas = bare || data.points.length > MOST_BARS
  const Drawing = asAreas ? AreaDrawing : BarDrawing
  return (
    <>
      <Drawing label={label} data={data} bare={bare}>
        <ChartFrame data={data} format={format} bare={bare} cursor={asAreas ? 'line' : 'band'} />
        <ActivePoint data={data} format={format} region={region} />
      </Drawing>
      <p ref={setRegion} aria-live="polite" className="sr-only" />
    </>
  )
}

import type { ReactNode } from 'react'
import type { ChartData, ChartSeries } from './chart-data'
import { toneColor } from './series-tone'

export type DrawingProps = {
  label: string
  data: ChartData
  bare: boolean
  /** Axes, tooltip and whatever else needs the chart around it. */
  children: ReactNode
}

/** What the charts of the library have in common here. */
export function chartProps({ label, data, bare }: Omit<DrawingProps, 'children'>) {
  return {
    data: data.points.map(({ key }, place) => ({ key, place })),
    responsive: true,
    title: label,
    margin: bare ? { top: 3, right: 3, bottom: 3, left: 3 } : { top: 8, right: 4, bottom: 0, left: 0 },
    style: { width: '100%', height: '100%' },
  }
}

/** What a series is to the library, as a bar or as an area. */
export function seriesProps({ id, tone, values }: ChartSeries) {
  return {
    name: id,
    dataKey: (row: { place: number }) => values[row.place] ?? 0,
    fill: toneColor(tone),
    isAnimationActive: false,
  }
}

'use client'

import { createPortal } from 'react-dom'
import { useActiveTooltipDataPoints } from 'recharts'
import type { ChartData, ChartFormat } from './chart-data'
import { describePoint } from './describe-point'

type ActivePointProps = { data: ChartData; format: ChartFormat; region: HTMLElement | null }

/** Says the point that the arrow keys have come to. A child of the chart, which alone knows it; written into `region`. */
export function ActivePoint({ data, format, region }: ActivePointProps) {
  const place = useActiveTooltipDataPoints<{ place: number }>()?.[0]?.place
  if (!region || place === undefined) return null
  return createPortal(describePoint(data, place, format), region)
}

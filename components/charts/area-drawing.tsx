'use client'

import { Area, AreaChart } from 'recharts'
import { chartProps, type DrawingProps, seriesProps } from './drawing'

/** Areas on top of each other: for many points, and for sparklines. */
export function AreaDrawing({ children, ...props }: DrawingProps) {
  const { series } = props.data
  return (
    <AreaChart {...chartProps(props)}>
      {children}
      {series.map(seriesProps).map((area) => (
        <Area
          key={area.name}
          {...area}
          stackId="all"
          type="linear"
          stroke={area.fill}
          strokeWidth={1.5}
          fillOpacity={series.length > 1 ? 0.5 : 0.14}
          activeDot={{ r: 3, strokeWidth: 1.5, stroke: 'var(--surface)' }}
        />
      ))}
    </AreaChart>
  )
}

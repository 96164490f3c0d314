'use client'

import { Bar, BarChart, BarStack } from 'recharts'
import { chartProps, type DrawingProps, seriesProps } from './drawing'

/** Bars on top of each other. */
export function BarDrawing({ children, ...props }: DrawingProps) {
  const { series } = props.data
  return (
    <BarChart {...chartProps(props)} barCategoryGap="18%" maxBarSize={36}>
      {children}
      <BarStack stackId="all" radius={[3, 3, 0, 0]}>
        {series.map(seriesProps).map((bar) => (
          // A hairline in the surface's colour tells neighbours apart without their own colours.
          <Bar key={bar.name} {...bar} stroke="var(--surface)" strokeWidth={series.length > 1 ? 1 : 0} />
        ))}
      </BarStack>
    </BarChart>
  )
}

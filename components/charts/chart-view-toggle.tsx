'use client'

import { ChartColumn, Table2 } from 'lucide-react'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import type { ChartView } from './time-chart'

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

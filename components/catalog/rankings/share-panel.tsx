'use client'

import { useState } from 'react'
import { type ChartData, isEmptyChart } from '@/components/charts/chart-data'
import { ChartLegend, type ChartView, ChartViewToggle, TimeChart } from '@/components/charts/time-chart'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { formatCompact, formatNumber } from '@/lib/client/format/number'

const format = { value: formatNumber, tick: formatCompact }

type SharePanelProps = { title: string; label: string; data: ChartData }

/** Usage by day and model, as a chart or a table. */
export function SharePanel({ title, label, data }: SharePanelProps) {
  const [view, setView] = useState<ChartView>('chart')
  return (
    <Panel aria-label={title}>
      <PanelHeader title={title} actions={<ChartViewToggle view={view} onViewChange={setView} />} />
      <div className="min-h-71 p-4">
        {isEmptyChart(data) ? (
          <p className="grid h-71 place-items-center text-sm text-muted-foreground">
            No usage in this range.
          </p>
        ) : (
          <TimeChart
            label={label}
            pointName="Day"
            data={data}
            format={format}
            view={view}
            heightClass={view === 'table' ? 'h-71' : 'h-64'}
          />
        )}
        {view === 'chart' && <ChartLegend series={data.series} className="mt-3" />}
      </div>
    </Panel>
  )
}

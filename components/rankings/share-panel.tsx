'use client'

import { useState } from 'react'
import { isEmptyChart } from '@/components/charts/chart-data'
import { ChartLegend } from '@/components/charts/chart-legend'
import { ChartViewToggle } from '@/components/charts/chart-view-toggle'
import { type ChartView, TimeChart } from '@/components/charts/time-chart'
import { nameWindow } from '@/components/site/name-window'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { formatCompact, formatNumber } from '@/lib/client/format/number'
import type { ChartsReply } from '@/lib/rankings/schema'
import { buildShareChart } from './build-share-chart'

const format = { value: formatNumber, tick: formatCompact }

/** Tokens by day and model. */
export function SharePanel({ charts }: { charts: ChartsReply }) {
  const [shownAs, setShownAs] = useState<ChartView>('chart')
  const data = buildShareChart(charts)
  return (
    <Panel aria-label="Tokens by day">
      <PanelHeader
        title="Tokens by day"
        actions={<ChartViewToggle view={shownAs} onViewChange={setShownAs} />}
      />
      <div className="p-4">
        {isEmptyChart(data) ? (
          <p className="grid h-71 place-items-center text-sm text-muted">Nothing was used in these days.</p>
        ) : (
          <>
            <TimeChart
              label={`Tokens by model, last ${nameWindow(charts.window)}`}
              pointName="Day"
              data={data}
              format={format}
              view={shownAs}
              heightClass={shownAs === 'table' ? 'h-71' : 'h-64'}
            />
            {shownAs === 'chart' && <ChartLegend series={data.series} className="mt-3" />}
          </>
        )}
      </div>
    </Panel>
  )
}

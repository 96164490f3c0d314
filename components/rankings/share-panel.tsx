import { isEmptyChart } from '@/components/charts/chart-data'
import { ChartOrTable } from '@/components/charts/chart-or-table'
import { ViewSegments } from '@/components/charts/view-segments'
import { nameWindow } from '@/components/site/name-window'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { formatCompact, formatNumber } from '@/lib/client/format/number'
import type { ChartsReply } from '@/lib/rankings/schema'
import { buildShareChart } from './build-share-chart'

const format = { value: formatNumber, tick: formatCompact }

/** Tokens by day and model. */
export function SharePanel({ charts }: { charts: ChartsReply }) {
  const data = buildShareChart(charts)
  return (
    <Panel aria-label="Tokens by day" className="group/chart">
      <PanelHeader title="Tokens by day" actions={<ViewSegments name="shares-as" />} />
      <div className="p-4">
        {isEmptyChart(data) ? (
          <p className="grid h-71 place-items-center text-sm text-muted">Nothing was used in these days.</p>
        ) : (
          <ChartOrTable
            label={`Tokens by model, last ${nameWindow(charts.window)}`}
            pointName="Day"
            data={data}
            format={format}
          />
        )}
      </div>
    </Panel>
  )
}

import { ScrollRegion } from '@/components/ui/scroll-region'
import type { ChartData, ChartFormat } from './chart-data'
import { ChartLegend } from './chart-legend'
import { ChartTable } from './chart-table'
import { DrawnChart } from './drawn-chart'

type ChartOrTableProps = {
  /** What the chart shows: `Tokens by model, last 7 days`. */
  label: string
  /** What a point is: `Day`, `Hour`. */
  pointName: string
  data: ChartData
  format: ChartFormat
}

/**
 * A chart, or the table of its figures when the nearest `group/chart` has a radio button of the value `table` that is
 * chosen. The table is always there for those who cannot see the drawing.
 */
export function ChartOrTable({ label, pointName, data, format }: ChartOrTableProps) {
  return (
    <figure data-chart aria-label={label} className="relative min-h-71">
      <div className="group-has-[[value=table]:checked]/chart:hidden">
        <DrawnChart label={label} data={data} format={format} />
        <ChartLegend series={data.series} className="mt-3" />
      </div>
      <div className="sr-only group-has-[[value=table]:checked]/chart:not-sr-only">
        <ScrollRegion className="h-71 overflow-hidden group-has-[[value=table]:checked]/chart:overflow-auto">
          <ChartTable label={label} pointName={pointName} data={data} format={format} />
        </ScrollRegion>
      </div>
    </figure>
  )
}

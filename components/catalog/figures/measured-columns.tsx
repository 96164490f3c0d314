import type { FigureColumn } from '@/components/data/figure-table'
import type { ProviderModel } from '@/lib/catalog/schema'
import { Figure } from './figure'

type Measured = Pick<ProviderModel, 'figures'>

/** How a provider serves a model: medians of the last 24 hours. */
export const measuredColumns: FigureColumn<Measured>[] = [
  {
    id: 'ttft',
    name: 'First token',
    numeric: true,
    cell: ({ figures }) => <Figure value={figures.ttft_p50_ms} unit="ms" />,
  },
  {
    id: 'throughput',
    name: 'Throughput',
    numeric: true,
    cell: ({ figures }) => <Figure value={figures.throughput_p50_tps} unit="tps" />,
  },
  {
    id: 'uptime',
    name: 'Uptime',
    numeric: true,
    cell: ({ figures }) => <Figure value={figures.uptime} unit="percent" />,
  },
]

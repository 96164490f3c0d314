import Link from 'next/link'
import { Dash } from '@/components/data/dash'
import { type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { Panel } from '@/components/ui/panel'
import type { ProviderModel } from '@/lib/catalog/schema'
import { formatCompact } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { Figure } from '../figures/figure'
import { ModalityBadge } from '../modality-badge'
import { priceColumns } from '../price/price-columns'
import { PriceFigure } from '../price/price-figure'

const name: FigureColumn<ProviderModel> = {
  id: 'name',
  name: 'Model',
  cell: ({ id, name, modality, status }) => (
    <div className="py-1">
      <span className="flex flex-wrap items-baseline gap-x-2">
        {status === 'disabled' ? (
          <span className="font-medium">{name}</span>
        ) : (
          <Link
            href={paths.model(id)}
            prefetch={false}
            className="rounded-xs font-medium text-ink underline-offset-3 hover:underline"
          >
            {name}
          </Link>
        )}
        <ModalityBadge modality={modality} />
      </span>
      <span className="block font-mono text-xs break-all text-faint">{id}</span>
    </div>
  ),
}

const columns: FigureColumn<ProviderModel>[] = [
  {
    id: 'context',
    name: 'Context',
    numeric: true,
    cell: (row) =>
      row.context_length === null ? <Dash words="not stated" /> : formatCompact(row.context_length),
  },
  {
    id: 'input',
    name: 'Input',
    numeric: true,
    cell: ({ pricing }) => <PriceFigure price={priceColumns(pricing).input} />,
  },
  {
    id: 'output',
    name: 'Output',
    numeric: true,
    cell: ({ pricing }) => <PriceFigure price={priceColumns(pricing).output} />,
  },
]

const measured: FigureColumn<ProviderModel>[] = [
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

type ProviderModelsProps = {
  models: readonly ProviderModel[]
  /** Whether anything can have been measured. */
  inService: boolean
}

/** What a provider serves, or would serve. */
export function ProviderModels({ models, inService }: ProviderModelsProps) {
  return (
    <Panel>
      <FigureTable
        label="Models of this provider"
        rows={models}
        columns={inService ? [name, ...columns, ...measured] : [name, ...columns]}
        keyOf={({ id }) => id}
        needs={inService ? 'wide' : 'medium'}
      />
    </Panel>
  )
}

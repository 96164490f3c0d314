import Link from 'next/link'
import { PriceFigure } from '@/components/catalog/models/figures'
import { sortModels } from '@/components/catalog/models/listing/listing-query'
import { modalities, modalityNames } from '@/components/catalog/models/modality'
import { priceColumns } from '@/components/catalog/models/price'
import { type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { Panel } from '@/components/ui/panel'
import type { ListedModel } from '@/lib/catalog/models/schema'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'

const MOST = 8

const columns: [FigureColumn<ListedModel>, ...FigureColumn<ListedModel>[]] = [
  {
    id: 'model',
    name: 'Model',
    cell: ({ id, name, routes }) => (
      <div className="min-w-0 py-1.5">
        <Link
          href={paths.model(id)}
          prefetch={false}
          className="press-line rounded-xs font-medium text-foreground underline-offset-3 hover:underline"
        >
          {name}
        </Link>
        <span className="block truncate text-xs text-faint-foreground">
          {[...new Set(routes.map(({ provider_name }) => provider_name))].join(' · ')}
        </span>
      </div>
    ),
  },
  {
    id: 'kind',
    name: 'Type',
    cell: ({ modality }) => <span className="text-muted-foreground">{modalityNames[modality]}</span>,
  },
  ...(['input', 'output'] as const).map(
    (side): FigureColumn<ListedModel> => ({
      id: side,
      name: side === 'input' ? 'Input' : 'Output',
      numeric: true,
      cell: ({ pricing }) => <PriceFigure price={priceColumns(pricing)[side]} />,
    }),
  ),
]

/** The newest models of each kind in turn, with their prices, and how many there are. */
export function ModelPrices({ models }: { models: readonly ListedModel[] }) {
  const newest = sortModels(models, 'newest')
  const turn = (model: ListedModel) =>
    newest.filter(({ modality }) => modality === model.modality).indexOf(model)
  const kind = (model: ListedModel) => modalities.indexOf(model.modality)
  const shown = newest.toSorted((a, b) => turn(a) - turn(b) || kind(a) - kind(b)).slice(0, MOST)
  return (
    <>
      <Panel>
        <FigureTable label="Models and prices" rows={shown} columns={columns} keyOf={({ id }) => id} />
      </Panel>
      <p className="mt-4 text-sm">
        <Link
          href={paths.models}
          prefetch={false}
          className="press-line rounded-xs text-muted-foreground underline-offset-3 hover:text-foreground hover:underline"
        >
          {models.length > MOST ? `All ${formatNumber(models.length)} models` : 'Models'} and what each can do
          →
        </Link>
      </p>
    </>
  )
}

import Link from 'next/link'
import { Dash } from '@/components/data/dash'
import { type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { Panel } from '@/components/ui/panel'
import type { ListedModel, Modality } from '@/lib/catalog/schema'
import { paths } from '@/lib/client/paths'
import { priceExtras } from './price-extras'
import { type PriceRow, priceColumnsOf, priceRows } from './price-rows'

const model: FigureColumn<PriceRow> = {
  id: 'model',
  name: 'Model',
  cell: (row) => (
    <div className="min-w-0 py-1">
      <Link
        href={paths.model(row.model.id)}
        prefetch={false}
        className="press-line rounded-xs font-medium text-ink underline-offset-3 hover:underline"
      >
        {row.model.name}
      </Link>
      <span className="block font-mono text-xs break-all text-faint">{row.model.id}</span>
      <PriceExtras row={row} />
    </div>
  ),
}

const provider: FigureColumn<PriceRow> = {
  id: 'provider',
  name: 'Provider',
  cell: ({ route }) => <span className="text-muted">{route.provider_name}</span>,
}

function PriceExtras({ row }: { row: PriceRow }) {
  const extras = priceExtras(row)
  if (extras.length === 0) return null
  return (
    <dl className="figures mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
      {extras.map(({ name, amount }) => (
        <div key={name} className="flex gap-1.5 whitespace-nowrap">
          <dt className="text-faint">{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The prices of all models of a kind. */
export function PriceList({ models, modality }: { models: readonly ListedModel[]; modality: Modality }) {
  const rows = priceRows(models, modality)
  const columns = priceColumnsOf[modality].columns.filter(({ of }) => rows.some((row) => of(row) !== null))
  return (
    <Panel>
      <FigureTable
        label={`Prices, ${modality}`}
        rows={rows}
        columns={[
          model,
          provider,
          ...columns.map(({ id, name, of }) => ({
            id,
            name,
            numeric: true,
            cell: (row: PriceRow) => of(row) ?? <Dash words="none" />,
          })),
        ]}
        keyOf={({ model, route }) => `${model.id} ${route.provider_id}`}
      />
    </Panel>
  )
}

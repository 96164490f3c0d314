import { Dash } from '@/components/data/dash'
import type { FigureColumn } from '@/components/data/figure-table'
import type { ProviderModel } from '@/lib/catalog/schema'
import { formatCompact } from '@/lib/client/format/number'
import { priceColumns } from '../price/price-columns'
import { PriceFigure } from '../price/price-figure'

type Offer = Pick<ProviderModel, 'context_length' | 'pricing'>

/** What a provider offers a model with. */
export const offerColumns: FigureColumn<Offer>[] = [
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

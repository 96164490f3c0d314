'use client'

import Link from 'next/link'
import { useState } from 'react'
import { modalityNames } from '@/components/catalog/models/modality'
import { Amount, decimalsIn } from '@/components/data/amount'
import { Dash, type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { RowsSkeleton } from '@/components/data/loaded'
import { CsvLink } from '@/components/money/usage/csv-link'
import { Panel } from '@/components/ui/panel'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import { apiPaths, paths } from '@/lib/client/paths'
import type { FiguresReply, NamedServed, Sums } from '@/lib/operator/admin/figures-schema'
import type { FiguresFilters } from '@/lib/operator/admin/queries'
import { errorShare, marginShare } from './figures-panels'

type Row = Sums & Partial<NamedServed> & { id: string; name: string; latency_mean_ms?: number | null }

const dimensions = {
  provider: { label: 'Provider', rows: 'providers', path: paths.connectProvider },
  model: { label: 'Model', rows: 'models', path: paths.adminModel },
  customer: { label: 'Customer', rows: 'customers', path: paths.adminCustomer },
  price_group: { label: 'Price group', rows: 'price_groups', path: () => paths.adminPriceGroups },
} as const
type Dimension = keyof typeof dimensions

const isDimension = (value: string): value is Dimension => value in dimensions

type FiguresTableProps = { figures: FiguresReply | undefined; filters: FiguresFilters | null }

/** Spend and cost by provider, model, customer or price group, highest spend first. */
export function FiguresTable({ figures, filters }: FiguresTableProps) {
  const [dimension, setDimension] = useState<Dimension>('provider')
  const { rows, label: title } = dimensions[dimension]
  const shown: readonly Row[] | undefined = figures?.[rows]
  return (
    <Panel aria-label={`By ${title.toLowerCase()}`}>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-border px-4 py-2">
        <ToggleGroup
          type="single"
          aria-label="Break down by"
          value={dimension}
          onValueChange={(next) => isDimension(next) && setDimension(next)}
        >
          {Object.entries(dimensions)
            .filter(([value]) => value !== 'price_group' || figures?.price_groups.length)
            .map(([value, { label }]) => (
              <ToggleGroupItem key={value} value={value}>
                {label}
              </ToggleGroupItem>
            ))}
        </ToggleGroup>
        <CsvLink
          path={apiPaths.adminFigures}
          filters={filters && { ...filters, by: dimension }}
          label={`CSV by ${title.toLowerCase()}`}
        />
      </div>
      {!shown && <RowsSkeleton what="the breakdown" rows={4} />}
      {shown?.length === 0 && (
        <p className="px-4 py-8 text-center text-sm text-muted-foreground">No requests in this range.</p>
      )}
      {shown && shown.length > 0 && (
        <FigureTable
          label={`By ${title.toLowerCase()}`}
          rows={shown}
          columns={columnsOf(dimension, shown)}
          keyOf={({ id }) => id}
          needs="wide"
        />
      )}
      {figures && dimension === 'customer' && figures.active_customers > figures.customers.length && (
        <p className="border-t border-border px-4 py-2.5 text-xs text-faint-foreground">
          Showing {figures.customers.length} of {formatNumber(figures.active_customers)}. Download the CSV for
          all of them.
        </p>
      )}
    </Panel>
  )
}

function columnsOf(dimension: Dimension, rows: readonly Row[]): [FigureColumn<Row>, ...FigureColumn<Row>[]] {
  const { label, path } = dimensions[dimension]
  const money = (id: 'spend' | 'upstream_cost' | 'margin', name: string): FigureColumn<Row> => {
    const decimals = decimalsIn(
      rows.map((row) => row[id]),
      'sum',
    )
    return { id, name, numeric: true, cell: (row) => <Amount usd={row[id]} at="sum" decimals={decimals} /> }
  }
  const latency = (id: 'latency_p50_ms' | 'latency_p95_ms', name: string): FigureColumn<Row> => ({
    id,
    name,
    numeric: true,
    cell: ({ latencies = [] }) =>
      latencies.length === 0 ? (
        <Dash />
      ) : (
        latencies.map(({ modality, [id]: millis }) => (
          <span key={modality} className="block whitespace-nowrap">
            {millis === null ? '–' : formatDuration(millis)}{' '}
            <span className="text-xs text-faint-foreground">{modalityNames[modality].toLowerCase()}</span>
          </span>
        ))
      ),
  })
  const mean: FigureColumn<Row> = {
    id: 'latency_mean_ms',
    name: 'Mean latency',
    numeric: true,
    cell: ({ latency_mean_ms: millis }) => (millis == null ? <Dash /> : formatDuration(millis)),
  }
  return [
    { id: 'name', name: label, cell: (row) => <Name row={row} href={path(row.id)} /> },
    { id: 'requests', name: 'Requests', numeric: true, cell: ({ requests }) => formatNumber(requests) },
    { id: 'errors', name: 'Errors', numeric: true, cell: errorShare },
    ...(dimension === 'customer' || dimension === 'price_group'
      ? [mean]
      : [latency('latency_p50_ms', 'Median'), latency('latency_p95_ms', 'p95')]),
    money('spend', 'Spend'),
    money('upstream_cost', 'Upstream cost'),
    money('margin', 'Margin'),
    {
      id: 'share',
      name: 'Margin %',
      numeric: true,
      cell: (row) => marginShare(row) ?? <Dash label="no spend" />,
    },
  ]
}

function Name({ row: { id, name }, href }: { row: Row; href: string }) {
  return (
    <Link
      href={href}
      title={id}
      dir="auto"
      className="rounded-xs font-medium wrap-anywhere decoration-border-strong underline-offset-3 hover:underline"
    >
      {name}
    </Link>
  )
}

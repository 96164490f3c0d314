'use client'

import Link from 'next/link'
import { useState } from 'react'
import { modalityNames } from '@/components/catalog/models/modality'
import { Dash, type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { RowsSkeleton } from '@/components/data/loaded'
import { CsvLink } from '@/components/money/usage/csv-link'
import { formatNanosBeside } from '@/components/money/usage/figures'
import { Panel } from '@/components/ui/panel'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import { apiPaths, paths } from '@/lib/client/paths'
import type { FiguresReply, NamedServed, Sums } from '@/lib/operator/admin/figures-schema'
import type { FiguresFilters } from '@/lib/operator/admin/queries'
import { errorShare, marginShare, nanosOf } from './figures-panels'

type Row = Sums & Partial<NamedServed> & { id: string; name: string; latency_mean_ms?: number | null }

const kinds = {
  provider: { word: 'Provider', rows: 'providers', path: paths.connectProvider },
  model: { word: 'Model', rows: 'models', path: paths.adminModel },
  customer: { word: 'Customer', rows: 'customers', path: paths.adminCustomer },
} as const
type Kind = keyof typeof kinds

const isKind = (value: string): value is Kind => value in kinds

type FiguresTableProps = { figures: FiguresReply | undefined; filters: FiguresFilters | null }

/** Where spend and cost come from, most spent first. */
export function FiguresTable({ figures, filters }: FiguresTableProps) {
  const [kind, setKind] = useState<Kind>('provider')
  const { word, rows } = kinds[kind]
  const shown: readonly Row[] | undefined = figures?.[rows]
  return (
    <Panel aria-label={`By ${kind}`}>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <ToggleGroup
          type="single"
          aria-label="Break down by"
          value={kind}
          onValueChange={(next) => isKind(next) && setKind(next)}
        >
          {Object.entries(kinds).map(([value, { word: label }]) => (
            <ToggleGroupItem key={value} value={value}>
              {label}
            </ToggleGroupItem>
          ))}
        </ToggleGroup>
        <CsvLink
          path={apiPaths.adminFigures}
          filters={filters && { ...filters, by: kind }}
          label={`CSV by ${kind}`}
        />
      </div>
      {!shown && <RowsSkeleton what="the breakdown" rows={4} />}
      {shown?.length === 0 && (
        <p className="px-4 py-8 text-center text-sm text-muted">Nothing was asked for in these days.</p>
      )}
      {shown && shown.length > 0 && (
        <FigureTable
          label={`By ${kind}`}
          rows={shown}
          columns={columnsOf(kind, word, shown)}
          keyOf={({ id }) => id}
          needs="wide"
        />
      )}
      {figures && kind === 'customer' && figures.active_customers > figures.customers.length && (
        <p className="border-t border-line px-4 py-2.5 text-xs text-faint">
          The first {figures.customers.length} of {formatNumber(figures.active_customers)}; the CSV has all.
        </p>
      )}
    </Panel>
  )
}

function columnsOf(
  kind: Kind,
  word: string,
  rows: readonly Row[],
): [FigureColumn<Row>, ...FigureColumn<Row>[]] {
  const money = (id: 'spend' | 'upstream_cost' | 'margin', name: string): FigureColumn<Row> => {
    const write = formatNanosBeside(rows.map((row) => nanosOf(row[id])))
    return { id, name, numeric: true, cell: (row) => write(nanosOf(row[id])) }
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
            <span className="text-xs text-faint">{modalityNames[modality].toLowerCase()}</span>
          </span>
        ))
      ),
  })
  const mean: FigureColumn<Row> = {
    id: 'latency_mean_ms',
    name: 'Mean latency, all kinds',
    numeric: true,
    cell: ({ latency_mean_ms: millis }) => (millis == null ? <Dash /> : formatDuration(millis)),
  }
  return [
    { id: 'name', name: word, cell: (row) => <Name row={row} href={kinds[kind].path(row.id)} /> },
    { id: 'requests', name: 'Requests', numeric: true, cell: ({ requests }) => formatNumber(requests) },
    { id: 'errors', name: 'Errors', numeric: true, cell: errorShare },
    ...(kind === 'customer'
      ? [mean]
      : [latency('latency_p50_ms', 'Median'), latency('latency_p95_ms', 'p95')]),
    money('spend', 'Spend'),
    money('upstream_cost', 'Upstream cost'),
    money('margin', 'Margin'),
    {
      id: 'share',
      name: 'Margin %',
      numeric: true,
      cell: (row) => marginShare(row) ?? <Dash words="no spend" />,
    },
  ]
}

function Name({ row: { id, name }, href }: { row: Row; href: string }) {
  return (
    <Link
      href={href}
      title={id}
      dir="auto"
      className="rounded-xs font-medium wrap-anywhere decoration-line-strong underline-offset-3 hover:underline"
    >
      {name}
    </Link>
  )
}

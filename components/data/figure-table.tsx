import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'

export type FigureColumn<Row> = {
  id: string
  name: string
  numeric?: boolean
  cell: (row: Row) => ReactNode
}

type FigureTableProps<Row> = {
  label: string
  rows: readonly Row[]
  /** The first says what the row is; in a card it is the head. */
  columns: readonly [FigureColumn<Row>, ...FigureColumn<Row>[]]
  keyOf: (row: Row) => string
  /** How much room the columns need before they stand side by side. */
  needs?: 'narrow' | 'medium' | 'wide'
}

const layouts = {
  narrow: { table: 'hidden @min-[30rem]:block', cards: '@min-[30rem]:hidden' },
  medium: { table: 'hidden @min-[42rem]:block', cards: '@min-[42rem]:hidden' },
  wide: { table: 'hidden @min-[56rem]:block', cards: '@min-[56rem]:hidden' },
}

/** Rows of figures: a table where there is room, else a card for each. */
export function FigureTable<Row>({ label, rows, columns, keyOf, needs = 'medium' }: FigureTableProps<Row>) {
  const layout = layouts[needs]
  const [head, ...figures] = columns
  return (
    <div className="@container">
      <div className={layout.table}>
        <Table label={label}>
          <TableHeader>
            <TableRow>
              {columns.map(({ id, name, numeric }) => (
                <TableHead key={id} numeric={numeric ?? false}>
                  {name}
                </TableHead>
              ))}
            </TableRow>
          </TableHeader>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={keyOf(row)}>
                {columns.map(({ id, numeric, cell }) => (
                  <TableCell key={id} numeric={numeric ?? false}>
                    {cell(row)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      <ul aria-label={label} className={cn('divide-y divide-line', layout.cards)}>
        {rows.map((row) => (
          <li key={keyOf(row)} className="px-4 py-3.5 text-sm">
            {head.cell(row)}
            <dl className="figures mt-2.5 grid grid-cols-3 gap-x-4 gap-y-2.5">
              {figures.map(({ id, name, cell }) => (
                <div key={id} className="min-w-0">
                  <dt className="text-xs text-faint">{name}</dt>
                  <dd className="break-words">{cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </div>
  )
}

import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { ScrollRegion } from '@/components/ui/scroll-region'

export type FigureColumn<Row> = {
  id: string
  name: string
  numeric?: boolean
  cell: (row: Row) => ReactNode
}

type FigureTableProps<Row> = {
  label: string
  rows: readonly Row[]
  /** The first names the row, and is the head of a card. */
  columns: readonly [FigureColumn<Row>, ...FigureColumn<Row>[]]
  keyOf: (row: Row) => string
  /** How much room the columns need; below that, rows are cards. */
  needs?: 'narrow' | 'medium' | 'wide'
}

// The same elements are a table or cards, so that a long list is sent and hydrated only once.
const layouts = {
  narrow: {
    table: '@min-[30rem]:table',
    head: '@min-[30rem]:table-header-group',
    body: '@min-[30rem]:table-row-group',
    row: '@min-[30rem]:table-row',
    cell: '@min-[30rem]:table-cell @min-[30rem]:h-10 @min-[30rem]:px-3 @min-[30rem]:py-1.5 @min-[30rem]:first:pl-4 @min-[30rem]:last:pr-4',
    numeric: '@min-[30rem]:text-right @min-[30rem]:whitespace-nowrap',
    name: '@min-[30rem]:hidden',
  },
  medium: {
    table: '@min-[42rem]:table',
    head: '@min-[42rem]:table-header-group',
    body: '@min-[42rem]:table-row-group',
    row: '@min-[42rem]:table-row',
    cell: '@min-[42rem]:table-cell @min-[42rem]:h-10 @min-[42rem]:px-3 @min-[42rem]:py-1.5 @min-[42rem]:first:pl-4 @min-[42rem]:last:pr-4',
    numeric: '@min-[42rem]:text-right @min-[42rem]:whitespace-nowrap',
    name: '@min-[42rem]:hidden',
  },
  wide: {
    table: '@min-[56rem]:table',
    head: '@min-[56rem]:table-header-group',
    body: '@min-[56rem]:table-row-group',
    row: '@min-[56rem]:table-row',
    cell: '@min-[56rem]:table-cell @min-[56rem]:h-10 @min-[56rem]:px-3 @min-[56rem]:py-1.5 @min-[56rem]:first:pl-4 @min-[56rem]:last:pr-4',
    numeric: '@min-[56rem]:text-right @min-[56rem]:whitespace-nowrap',
    name: '@min-[56rem]:hidden',
  },
}

/** Rows of figures: a table where there is room, else cards. */
export function FigureTable<Row>({ label, rows, columns, keyOf, needs = 'medium' }: FigureTableProps<Row>) {
  const layout = layouts[needs]
  const [head, ...figures] = columns
  // Four in two rows of two: three and one would look as if something were missing. Two share the width.
  const inCard = figures.length === 4 || figures.length === 2 ? 'grid-cols-2' : 'grid-cols-3'
  return (
    <div className="@container">
      <ScrollRegion className="relative w-full">
        <table aria-label={label} className={cn('block w-full border-collapse text-sm', layout.table)}>
          <thead className={cn('hidden border-b border-border', layout.head)}>
            <tr>
              {columns.map(({ id, name, numeric }) => (
                <th
                  key={id}
                  scope="col"
                  className={cn(
                    'h-8 px-3 text-left text-xs font-medium whitespace-nowrap text-faint-foreground first:pl-4 last:pr-4',
                    numeric && 'text-right',
                  )}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={cn('block divide-y divide-border', layout.body)}>
            {rows.map((row) => (
              <tr key={keyOf(row)} className={cn('grid gap-x-4 gap-y-2.5 px-4 py-3.5', inCard, layout.row)}>
                <td className={cn('col-span-full min-w-0 align-middle', layout.cell)}>{head.cell(row)}</td>
                {figures.map(({ id, name, numeric, cell }) => (
                  <td
                    key={id}
                    className={cn(
                      'figures min-w-0 break-words align-middle',
                      layout.cell,
                      numeric && layout.numeric,
                    )}
                  >
                    <span className={cn('block text-xs text-faint-foreground', layout.name)}>{name}</span>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}

/** `words`: for screen readers. */
type DashProps = { label?: string }

/** A dash for a missing value. */
export function Dash({ label = 'not measured' }: DashProps) {
  return (
    <>
      <span aria-hidden="true" className="text-faint-foreground">
        –
      </span>
      <span className="sr-only">{label}</span>
    </>
  )
}

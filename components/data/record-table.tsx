import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { PressableRow } from '@/components/ui/pressable-row'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'

type ClassName = string | false | undefined

export type Column<Row> = {
  name: string
  /** Only for screen readers: the heading of a column of buttons. */
  isNameHidden?: true
  /** In place of the name as the heading. */
  head?: ReactNode
  numeric?: true
  /** Classes of the heading and of all cells: the screen width from which the column is shown. */
  shown?: string
  /** Classes of the heading: the column's width. */
  width?: string
  className?: string | ((row: Row) => ClassName)
  title?: (row: Row) => string | undefined
  cell: (row: Row) => ReactNode
}

type RecordTableProps<Row> = {
  /** Names the table for screen readers. */
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** Columns keep the widths of their headings. */
  isFixed?: true
  /** A click anywhere in a row goes to its first link or button. */
  isPressable?: true
  rowClassName?: string | ((row: Row) => ClassName)
  /** A row as a card, where the columns have no room. */
  card?: (row: Row) => ReactNode
  /** How much room the columns need. */
  needs?: keyof typeof layouts
}

const layouts = {
  medium: { table: 'hidden @min-[48rem]:block', cards: '@min-[48rem]:hidden' },
  wide: { table: 'hidden @min-[54rem]:block', cards: '@min-[54rem]:hidden' },
}

function classOf<Row>(given: string | ((row: Row) => ClassName) | undefined, row: Row): ClassName {
  return typeof given === 'function' ? given(row) : given
}

/** Records as a table; as cards where there is no room. */
export function RecordTable<Row>({ card, needs = 'medium', ...table }: RecordTableProps<Row>) {
  if (card === undefined) return <Columns {...table} />
  const { label, rows, keyOf } = table
  return (
    <div className="@container">
      <div className={layouts[needs].table}>
        <Columns {...table} />
      </div>
      <ul aria-label={label} className={cn('divide-y divide-border', layouts[needs].cards)}>
        {rows.map((row) => (
          <li key={keyOf(row)}>{card(row)}</li>
        ))}
      </ul>
    </div>
  )
}

type ColumnsProps<Row> = Omit<RecordTableProps<Row>, 'card' | 'needs'>

function Columns<Row>(props: ColumnsProps<Row>) {
  const { label, rows, columns, keyOf, isFixed, isPressable, rowClassName } = props
  const RowElement = isPressable ? PressableRow : TableRow
  return (
    <Table label={label} className={cn(isFixed && 'table-fixed')}>
      <TableHeader>
        <tr>
          {columns.map(({ name, isNameHidden, head, numeric, shown, width }) => (
            <TableHead key={name} numeric={numeric} className={cn(width, shown)}>
              {head ?? (isNameHidden ? <span className="sr-only">{name}</span> : name)}
            </TableHead>
          ))}
        </tr>
      </TableHeader>
      <TableBody>
        {rows.map((row) => (
          <RowElement key={keyOf(row)} className={cn(classOf(rowClassName, row))}>
            {columns.map(({ name, numeric, shown, className, title, cell }) => (
              <TableCell
                key={name}
                numeric={numeric}
                title={title?.(row)}
                className={cn(classOf(className, row), shown)}
              >
                {cell(row)}
              </TableCell>
            ))}
          </RowElement>
        ))}
      </TableBody>
    </Table>
  )
}

'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '@/components/ui/button'
import { formatNumber } from '@/lib/client/format/number'
import { RecordTable } from './record-table'

/** Where a list stands that is shown a page at a time. `list`: its search and order, since another one begins at its first page. */
export function useOffset(list: string): [offset: number, setOffset: (offset: number) => void] {
  const [place, setPlace] = useState({ list, offset: 0 })
  return [place.list === list ? place.offset : 0, (offset) => setPlace({ list, offset })]
}

type PagedTableProps<Row> = ComponentProps<typeof RecordTable<Row>> & {
  list: string
  pageSize: number
  /** What is listed, in lowercase: `keys`. */
  what: string
}

/** Records that are all loaded, a page at a time. */
export function PagedTable<Row>({ list, pageSize, what, rows, ...table }: PagedTableProps<Row>) {
  const [place, setOffset] = useOffset(list)
  // The last page may have lost its last record.
  const offset = place < rows.length ? place : 0
  const items = rows.slice(offset, offset + pageSize)
  return (
    <>
      <RecordTable {...table} rows={items} />
      <Pager
        page={{
          offset,
          limit: pageSize,
          total: rows.length,
          items,
          has_more: offset + pageSize < rows.length,
        }}
        what={what}
        names={['Previous', 'Next']}
        loading={false}
        onOffsetChange={setOffset}
      />
    </>
  )
}

type PagerProps = {
  page: { offset: number; limit: number; total?: number; items: readonly unknown[]; has_more: boolean }
  /** What is listed, in lowercase: `orders`. */
  what: string
  /** What the buttons lead to. */
  names?: readonly [before: string, after: string]
  loading: boolean
  onOffsetChange: (offset: number) => void
}

/** Pages through a list; hidden while it fits on one page. */
export function Pager({
  page,
  what,
  names: [before, after] = ['Newer', 'Older'],
  loading,
  onOffsetChange,
}: PagerProps) {
  const { offset, limit, total, items, has_more } = page
  if (offset === 0 && !has_more) return null
  return (
    <nav
      aria-label={`Pages of ${what}`}
      className="flex items-center justify-between gap-3 border-t border-border px-4 py-2"
    >
      <p className="figures text-xs text-faint-foreground">
        {formatNumber(offset + 1)} – {formatNumber(offset + items.length)}
        {total !== undefined && ` of ${formatNumber(total)}`}
      </p>
      <div className="flex gap-1">
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={`${before} ${what}`}
          disabled={offset === 0 || loading}
          onClick={() => onOffsetChange(Math.max(0, offset - limit))}
        >
          <ChevronLeft aria-hidden="true" />
        </Button>
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={`${after} ${what}`}
          disabled={!has_more || loading}
          onClick={() => onOffsetChange(offset + limit)}
        >
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
    </nav>
  )
}

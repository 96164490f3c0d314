'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadError, RowsSkeleton } from '@/components/data/loaded'
import { Pager } from '@/components/data/pager'
import { type Column, RecordTable } from '@/components/data/record-table'
import { formatMoney } from '@/lib/client/format/money'
import { formatDate, formatDateTime } from '@/lib/client/format/time'
import type { BalanceEntry } from '@/lib/money/ledger/schema'
import { balanceEntriesQuery } from '@/lib/money/orders/queries'

const PAGE_SIZE = 10

/** Credits and debits other than charges for requests. */
export function EntryList() {
  const [offset, setOffset] = useState(0)
  const entries = useQuery(balanceEntriesQuery({ limit: PAGE_SIZE, offset }))
  const { data, isPending, isPlaceholderData } = entries
  return (
    <>
      {isPending && <RowsSkeleton what="credits and debits" rows={3} />}
      <LoadError query={entries} what="Credits and debits" />
      {data?.total === 0 && (
        <p className="px-4 py-10 text-center text-sm text-muted-foreground">
          No changes yet. Charges for requests are listed under Usage.
        </p>
      )}
      {data && data.total > 0 && (
        <div aria-busy={isPlaceholderData}>
          <RecordTable
            label="Credits and debits"
            rows={data.items}
            columns={columns}
            keyOf={({ id }) => id}
            rowClassName="h-12"
          />
          <Pager
            page={data}
            what="credits and debits"
            onOffsetChange={setOffset}
            loading={isPlaceholderData}
          />
        </div>
      )}
    </>
  )
}

const kinds: Record<BalanceEntry['kind'], string> = {
  purchase: 'Credit purchase',
  refund: 'Refund',
  dispute: 'Disputed payment',
  grant: 'Free credit',
  trial: 'Trial credit',
  adjustment: 'Adjustment by the operator',
}

const columns: readonly Column<BalanceEntry>[] = [
  {
    name: 'Date',
    className: 'whitespace-nowrap text-muted-foreground',
    cell: ({ created_at }) => (
      <time dateTime={created_at} title={formatDateTime(created_at)}>
        {formatDate(created_at)}
      </time>
    ),
  },
  {
    name: 'Description',
    className: 'w-full max-w-0',
    cell: ({ kind, order_id }) => (
      <>
        <span className="block truncate">{kinds[kind]}</span>
        {order_id && (
          <span className="block truncate font-mono text-xs text-faint-foreground" title={order_id}>
            {order_id}
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Amount',
    numeric: true,
    className: ({ amount }) => amount.startsWith('-') && 'text-destructive-text',
    cell: ({ amount }) => formatMoney(amount, 'exact'),
  },
]

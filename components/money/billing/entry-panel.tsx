'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadError } from '@/components/data/loaded'
import { type Column, RecordTable } from '@/components/data/record-table'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { formatMoney } from '@/lib/client/format/money'
import { formatDate, formatDateTime } from '@/lib/client/format/time'
import type { BalanceEntry } from '@/lib/money/ledger/schema'
import { balanceEntriesQuery } from '@/lib/money/orders/queries'
import { Pager } from './pager'

const PAGE_SIZE = 10

/** Credits and debits other than charges for requests; hidden while there are none. */
export function EntryPanel() {
  const [offset, setOffset] = useState(0)
  const entries = useQuery(balanceEntriesQuery({ limit: PAGE_SIZE, offset }))
  const { data, error, isPlaceholderData } = entries
  if (!error && !data?.total) return null
  return (
    <Panel aria-label="Credits and debits">
      <PanelHeader
        title="Credits and debits"
        description="Changes to your balance. Charges for requests are listed under Usage."
      />
      <LoadError query={entries} what="Credits and debits" />
      {data && (
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
    </Panel>
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

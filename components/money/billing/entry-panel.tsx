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

/** What moved the balance besides requests. Nothing while nothing did: the orders say how to begin. */
export function EntryPanel() {
  const [offset, setOffset] = useState(0)
  const entries = useQuery(balanceEntriesQuery({ limit: PAGE_SIZE, offset }))
  const { data, error, isPlaceholderData } = entries
  if (!error && !data?.total) return null
  return (
    <Panel aria-label="Credits and debits">
      <PanelHeader
        title="Credits and debits"
        description="What came into and went out of the balance. Requests are listed under Usage."
      />
      <LoadError query={entries} what="The credits and debits" />
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
  purchase: 'Credit bought',
  refund: 'Purchase paid back',
  dispute: 'Payment disputed',
  grant: 'Free credit',
  trial: 'Trial credit',
  adjustment: 'Changed by the operator',
}

const columns: readonly Column<BalanceEntry>[] = [
  {
    name: 'Date',
    className: 'whitespace-nowrap text-muted',
    cell: ({ created_at }) => (
      <time dateTime={created_at} title={formatDateTime(created_at)}>
        {formatDate(created_at)}
      </time>
    ),
  },
  {
    name: 'What',
    className: 'w-full max-w-0',
    cell: ({ kind, order_id }) => (
      <>
        <span className="block truncate">{kinds[kind]}</span>
        {order_id && (
          <span className="block truncate font-mono text-xs text-faint" title={order_id}>
            {order_id}
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Amount',
    numeric: true,
    className: ({ amount }) => amount.startsWith('-') && 'text-danger-text',
    cell: ({ amount }) => formatMoney(amount, 'exact'),
  },
]

'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadError } from '@/components/data/loaded'
import { cn } from '@/components/ui/cn'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
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
          <EntryTable entries={data.items} />
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

function EntryTable({ entries }: { entries: readonly BalanceEntry[] }) {
  return (
    <Table label="Credits and debits">
      <TableHeader>
        <tr>
          <TableHead>Date</TableHead>
          <TableHead>What</TableHead>
          <TableHead numeric>Amount</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {entries.map((entry) => (
          <TableRow key={entry.id} className="h-12">
            <TableCell className="whitespace-nowrap text-muted">
              <time dateTime={entry.created_at} title={formatDateTime(entry.created_at)}>
                {formatDate(entry.created_at)}
              </time>
            </TableCell>
            <TableCell className="w-full max-w-0">
              <span className="block truncate">{kinds[entry.kind]}</span>
              {entry.order_id && (
                <span className="block truncate font-mono text-xs text-faint" title={entry.order_id}>
                  {entry.order_id}
                </span>
              )}
            </TableCell>
            <TableCell numeric className={cn(entry.amount.startsWith('-') && 'text-danger-text')}>
              {formatMoney(entry.amount, 'exact')}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

import { RecentTime } from '@/components/data/recent-time'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { formatCost } from '@/lib/client/format/money'
import type { CustomerEntry } from '@/lib/operators/customers-schema'

const kinds: Record<string, string> = {
  adjustment: 'By an operator',
  grant: 'Free credit',
  trial: 'Trial credit',
  purchase: 'Bought',
  refund: 'Paid back',
  dispute: 'Disputed',
}

/** What came into and went out of the balance besides requests. */
export function CustomerEntries({ entries }: { entries: readonly CustomerEntry[] }) {
  return (
    <Panel>
      <PanelHeader title="Ledger" description="The newest credits and debits, without requests." />
      {entries.length === 0 ? (
        <EmptyState title="No entries" description="This customer has never had credit." className="py-10" />
      ) : (
        <Table label="Ledger entries">
          <TableHeader>
            <tr>
              <TableHead>Entry</TableHead>
              <TableHead numeric>Amount</TableHead>
              <TableHead numeric className="max-sm:hidden">
                When
              </TableHead>
            </tr>
          </TableHeader>
          <TableBody>
            {entries.map((entry) => (
              <TableRow key={entry.key}>
                <TableCell className="max-w-0 w-full">
                  <span className="block truncate">{kinds[entry.kind] ?? entry.kind}</span>
                  {entry.reason ? (
                    <span className="block text-xs break-words text-faint">{entry.reason}</span>
                  ) : (
                    <span className="block truncate font-mono text-xs text-faint" title={entry.key}>
                      {entry.key}
                    </span>
                  )}
                </TableCell>
                <TableCell numeric className={cn(entry.amount.startsWith('-') && 'text-danger-text')}>
                  {formatCost(entry.amount)}
                </TableCell>
                <TableCell numeric className="text-muted max-sm:hidden">
                  <RecentTime at={entry.created_at} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Panel>
  )
}

import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { formatNumber } from '@/lib/client/format/number'
import type { QueueCounts } from '@/lib/operators/schema'

export function QueueTable({ queues }: { queues: readonly QueueCounts[] }) {
  if (queues.length === 0)
    return <EmptyState title="No queues yet" description="No work has been queued yet." />
  return (
    <Table label="Queues">
      <TableHeader>
        <tr>
          <TableHead>Queue</TableHead>
          <TableHead numeric>Waiting</TableHead>
          <TableHead numeric>Running</TableHead>
          <TableHead numeric className="max-sm:hidden">
            For later
          </TableHead>
          <TableHead numeric>Failed</TableHead>
          <TableHead numeric className="max-sm:hidden">
            Done
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {queues.map(({ name, waiting, active, deferred, failed, completed }) => (
          <TableRow key={name}>
            <TableCell className="font-mono text-xs wrap-anywhere">{name}</TableCell>
            <Count value={waiting} />
            <Count value={active} />
            <Count value={deferred} className="max-sm:hidden" />
            <Count value={failed} className={cn(failed > 0 && 'text-danger-text')} />
            <Count value={completed} className="max-sm:hidden" />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Count({ value, className }: { value: number; className?: string }) {
  return (
    <TableCell numeric className={cn(value === 0 && 'text-faint', className)}>
      {formatNumber(value)}
    </TableCell>
  )
}

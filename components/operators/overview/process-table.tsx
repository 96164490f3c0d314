import { RelativeTime } from '@/components/data/relative-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import type { OverviewReply } from '@/lib/operators/schema'

const roles: Record<string, string> = { all: 'Web and worker', web: 'Web', worker: 'Worker' }

export function ProcessTable({ processes }: { processes: OverviewReply['processes'] }) {
  if (processes.length === 0)
    return (
      <EmptyState title="No processes" description="No process has reported within the last 20 seconds." />
    )
  return (
    <Table label="Processes">
      <TableHeader>
        <tr>
          <TableHead>Role</TableHead>
          <TableHead className="max-sm:hidden">Process</TableHead>
          <TableHead numeric>Started</TableHead>
          <TableHead numeric className="max-sm:hidden">
            Last heard
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {processes.map(({ id, role, started_at, heartbeat_at }) => (
          <TableRow key={id}>
            <TableCell>{roles[role] ?? role}</TableCell>
            <TableCell className="font-mono text-xs text-muted max-sm:hidden">{id}</TableCell>
            <TableCell numeric className="text-muted">
              <RelativeTime at={started_at} />
            </TableCell>
            <TableCell numeric className="text-muted max-sm:hidden">
              <RelativeTime at={heartbeat_at} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

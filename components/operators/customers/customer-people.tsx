import { RecentTime } from '@/components/data/recent-time'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import type { CustomerUser } from '@/lib/operators/customers-schema'

export function CustomerPeople({ users }: { users: readonly CustomerUser[] }) {
  return (
    <Panel>
      <PanelHeader title="People" />
      <Table label="People">
        <TableHeader>
          <tr>
            <TableHead>Name</TableHead>
            <TableHead>Signs in with</TableHead>
            <TableHead numeric className="max-sm:hidden">
              Since
            </TableHead>
          </tr>
        </TableHeader>
        <TableBody>
          {users.map((user) => (
            <TableRow key={user.id}>
              <TableCell className="max-w-40">
                <span className="block truncate">{user.name}</span>
                <span className="block truncate text-xs text-faint">{user.email}</span>
              </TableCell>
              <TableCell className="text-muted">
                {[...(user.has_password ? ['Password'] : []), ...user.services].join(', ') || 'One click'}
              </TableCell>
              <TableCell numeric className="text-muted max-sm:hidden">
                <RecentTime at={user.created_at} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Panel>
  )
}

import { RelativeTime } from '@/components/data/relative-time'
import { StatusDot } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { formatCost } from '@/lib/client/format/money'
import type { CustomerKey } from '@/lib/operators/customers-schema'

export function CustomerKeys({ keys }: { keys: readonly CustomerKey[] }) {
  return (
    <Panel>
      <PanelHeader title="API keys" />
      {keys.length === 0 ? (
        <EmptyState title="No keys" description="This customer has no API keys." className="py-10" />
      ) : (
        <Table label="API keys">
          <TableHeader>
            <tr>
              <TableHead>Name</TableHead>
              <TableHead className="max-md:hidden">Scopes</TableHead>
              <TableHead numeric>Spent</TableHead>
              <TableHead numeric className="max-sm:hidden">
                Last used
              </TableHead>
              <TableHead numeric className="max-sm:hidden">
                Status
              </TableHead>
            </tr>
          </TableHeader>
          <TableBody>
            {keys.map((key) => (
              <TableRow key={key.id}>
                <TableCell className="max-w-48">
                  <span className="block truncate">{key.name}</span>
                  <span className="block truncate font-mono text-2xs text-faint">
                    {key.key_prefix}…{key.last4}
                  </span>
                </TableCell>
                <TableCell className="text-xs text-muted max-md:hidden">{key.scopes.join(', ')}</TableCell>
                <TableCell numeric>
                  {formatCost(key.usage_usd)}
                  {key.limit_usd !== null && (
                    <span className="block text-xs text-faint">of {formatCost(key.limit_usd)}</span>
                  )}
                </TableCell>
                <TableCell numeric className="text-muted max-sm:hidden">
                  {key.last_used_at ? <RelativeTime at={key.last_used_at} /> : 'Never'}
                </TableCell>
                <TableCell numeric className="max-sm:hidden">
                  <StatusDot tone={key.status === 'active' ? 'success' : 'neutral'}>
                    {key.status === 'active' ? 'Active' : 'Disabled'}
                  </StatusDot>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Panel>
  )
}

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
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </TableBody>
        </Table>
      )}
    </Panel>
  )
}

function KeyRow({ apiKey }: { apiKey: CustomerKey }) {
  return (
    <TableRow>
      <TableCell className="max-w-48">
        <span dir="auto" className="block truncate text-left" title={apiKey.name}>
          {apiKey.name}
        </span>
        <span className="block truncate font-mono text-2xs text-faint">
          {apiKey.key_prefix}…{apiKey.last4}
        </span>
      </TableCell>
      <TableCell className="text-xs text-muted max-md:hidden">{apiKey.scopes.join(', ')}</TableCell>
      <TableCell numeric>
        {formatCost(apiKey.usage_usd)}
        {apiKey.limit_usd !== null && (
          <span className="block text-xs text-faint">of {formatCost(apiKey.limit_usd)}</span>
        )}
      </TableCell>
      <TableCell numeric className="text-muted max-sm:hidden">
        {apiKey.last_used_at ? <RelativeTime at={apiKey.last_used_at} /> : 'Never'}
      </TableCell>
      <TableCell numeric className="max-sm:hidden">
        <StatusDot tone={apiKey.status === 'active' ? 'success' : 'neutral'}>
          {apiKey.status === 'active' ? 'Active' : 'Disabled'}
        </StatusDot>
      </TableCell>
    </TableRow>
  )
}

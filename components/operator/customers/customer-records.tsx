import { RecentTime, RelativeTime } from '@/components/data/relative-time'
import { Badge, StatusDot } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { formatMoney } from '@/lib/client/format/money'
import type { CustomerEntry, CustomerKey, CustomerOrder } from '@/lib/operator/admin/customers-schema'

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
        {formatMoney(apiKey.usage_usd, 'sum')}
        {apiKey.limit_usd !== null && (
          <span className="block text-xs text-faint">of {formatMoney(apiKey.limit_usd, 'sum')}</span>
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

const words: Record<CustomerOrder['status'], string> = {
  pending: 'Pending',
  processing: 'Processing',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  partially_refunded: 'Partly paid back',
  refunded: 'Paid back',
  disputed: 'Disputed',
  charged_back: 'Charged back',
}

const tones: Partial<Record<CustomerOrder['status'], 'success' | 'warning' | 'danger'>> = {
  paid: 'success',
  disputed: 'danger',
  charged_back: 'danger',
  partially_refunded: 'warning',
  refunded: 'warning',
}

type CustomerOrdersProps = { orders: readonly CustomerOrder[]; count: number }

export function CustomerOrders({ orders, count }: CustomerOrdersProps) {
  const isCut = count > orders.length
  return (
    <Panel>
      <PanelHeader
        title="Orders"
        {...(isCut && { description: `The newest ${orders.length} of ${count}.` })}
      />
      {orders.length === 0 ? (
        <EmptyState title="No orders" description="This customer has placed no orders." className="py-10" />
      ) : (
        <Table label="Orders">
          <TableHeader>
            <tr>
              <TableHead>Order</TableHead>
              <TableHead>Status</TableHead>
              <TableHead numeric>Price</TableHead>
              <TableHead numeric className="max-sm:hidden">
                Credit
              </TableHead>
              <TableHead numeric className="max-sm:hidden">
                When
              </TableHead>
            </tr>
          </TableHeader>
          <TableBody>
            {orders.map((order) => (
              <TableRow key={order.order_id}>
                <TableCell className="max-w-32 truncate font-mono text-xs" title={order.order_id}>
                  {order.order_id}
                </TableCell>
                <TableCell>
                  <Badge tone={tones[order.status] ?? 'neutral'}>{words[order.status]}</Badge>
                </TableCell>
                <TableCell numeric>{formatMoney(order.amount, 'payment')}</TableCell>
                <TableCell numeric className="text-muted max-sm:hidden">
                  {formatMoney(order.credit_amount, 'exact')}
                </TableCell>
                <TableCell numeric className="text-muted max-sm:hidden">
                  <RecentTime at={order.created_at} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Panel>
  )
}

const kinds: Record<string, string> = {
  adjustment: 'By an operator',
  grant: 'Free credit',
  trial: 'Trial credit',
  purchase: 'Credit bought',
  refund: 'Purchase paid back',
  dispute: 'Payment disputed',
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
                  <span className="block truncate" title={entry.key}>
                    {kinds[entry.kind] ?? entry.kind}
                  </span>
                  {entry.reason && (
                    <span className="block text-xs break-words text-faint">{entry.reason}</span>
                  )}
                </TableCell>
                <TableCell numeric className={cn(entry.amount.startsWith('-') && 'text-danger-text')}>
                  {formatMoney(entry.amount, 'exact')}
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

'use client'

import { KeyRound, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { type Column, RecordTable } from '@/components/data/record-table'
import { RecentTime, RelativeTime } from '@/components/data/relative-time'
import { Badge, StatusDot } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { whenOpened } from '@/components/ui/when-opened'
import { formatMoney } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import type {
  Customer,
  CustomerEntry,
  CustomerKey,
  CustomerOrder,
  CustomerUser,
} from '@/lib/operator/admin/customers-schema'

export function CustomerKeys({ keys }: { keys: readonly CustomerKey[] }) {
  return (
    <Panel>
      <PanelHeader title="API keys" />
      {keys.length === 0 ? (
        <EmptyState title="No API keys" className="py-6" />
      ) : (
        <RecordTable label="API keys" rows={keys} columns={keyColumns} keyOf={({ id }) => id} />
      )}
    </Panel>
  )
}

const keyColumns: readonly Column<CustomerKey>[] = [
  {
    name: 'Name',
    className: 'max-w-48',
    cell: ({ name, key_prefix, last4 }) => (
      <>
        <span dir="auto" className="block truncate text-left" title={name}>
          {name}
        </span>
        <span className="block truncate font-mono text-2xs text-faint-foreground">
          {key_prefix}…{last4}
        </span>
      </>
    ),
  },
  {
    name: 'Scopes',
    shown: 'max-md:hidden',
    className: 'text-xs text-muted-foreground',
    cell: ({ scopes }) => scopes.join(', '),
  },
  {
    name: 'Spent',
    numeric: true,
    cell: ({ usage_usd, limit_usd }) => (
      <>
        {formatMoney(usage_usd, 'sum')}
        {limit_usd !== null && (
          <span className="block text-xs text-faint-foreground">of {formatMoney(limit_usd, 'sum')}</span>
        )}
      </>
    ),
  },
  {
    name: 'Last used',
    numeric: true,
    shown: 'max-sm:hidden',
    className: 'text-muted-foreground',
    cell: ({ last_used_at: at }) => (at ? <RelativeTime at={at} /> : 'Never'),
  },
  {
    name: 'Status',
    numeric: true,
    shown: 'max-sm:hidden',
    cell: ({ status }) => (
      <StatusDot tone={status === 'active' ? 'success' : 'neutral'}>
        {status === 'active' ? 'Active' : 'Disabled'}
      </StatusDot>
    ),
  },
]

const statusNames: Record<CustomerOrder['status'], string> = {
  pending: 'Pending',
  processing: 'Processing',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  partially_refunded: 'Partially refunded',
  refunded: 'Refunded',
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

const orderColumns: readonly Column<CustomerOrder>[] = [
  {
    name: 'Order',
    className: 'max-w-32 truncate font-mono text-xs',
    title: ({ order_id }) => order_id,
    cell: ({ order_id }) => order_id,
  },
  {
    name: 'Status',
    cell: ({ status }) => <Badge tone={tones[status] ?? 'neutral'}>{statusNames[status]}</Badge>,
  },
  { name: 'Price', numeric: true, cell: ({ amount }) => formatMoney(amount, 'payment') },
  {
    name: 'Credit',
    numeric: true,
    shown: 'max-sm:hidden',
    className: 'text-muted-foreground',
    cell: ({ credit_amount }) => formatMoney(credit_amount, 'exact'),
  },
  {
    name: 'Date',
    numeric: true,
    shown: 'max-sm:hidden',
    className: 'text-muted-foreground',
    cell: ({ created_at }) => <RecentTime at={created_at} />,
  },
]

type CustomerOrdersProps = { orders: readonly CustomerOrder[]; count: number }

export function CustomerOrders({ orders, count }: CustomerOrdersProps) {
  const isCut = count > orders.length
  return (
    <Panel>
      <PanelHeader
        title="Orders"
        {...(isCut && { description: `The latest ${orders.length} of ${count}.` })}
      />
      {orders.length === 0 ? (
        <EmptyState title="No orders" className="py-6" />
      ) : (
        <RecordTable label="Orders" rows={orders} columns={orderColumns} keyOf={(order) => order.order_id} />
      )}
    </Panel>
  )
}

const kinds: Record<string, string> = {
  adjustment: 'Operator adjustment',
  grant: 'Promotional credit',
  trial: 'Trial credit',
  purchase: 'Credit purchase',
  refund: 'Refund',
  dispute: 'Payment dispute',
}

const entryColumns: readonly Column<CustomerEntry>[] = [
  {
    name: 'Entry',
    className: 'max-w-0 w-full',
    cell: ({ key, kind, reason }) => (
      <>
        <span className="block truncate" title={key}>
          {kinds[kind] ?? kind}
        </span>
        {reason && <span className="block text-xs break-words text-faint-foreground">{reason}</span>}
      </>
    ),
  },
  {
    name: 'Amount',
    numeric: true,
    className: ({ amount }) => amount.startsWith('-') && 'text-destructive-text',
    cell: ({ amount }) => formatMoney(amount, 'exact'),
  },
  {
    name: 'Date',
    numeric: true,
    shown: 'max-sm:hidden',
    className: 'text-muted-foreground',
    cell: ({ created_at }) => <RecentTime at={created_at} />,
  },
]

/** Changes of the balance other than request charges. */
export function CustomerEntries({ entries }: { entries: readonly CustomerEntry[] }) {
  return (
    <Panel>
      <PanelHeader title="Ledger" description="The latest credits and debits, excluding request charges." />
      {entries.length === 0 ? (
        <EmptyState title="No entries" className="py-6" />
      ) : (
        <RecordTable label="Ledger entries" rows={entries} columns={entryColumns} keyOf={({ key }) => key} />
      )}
    </Panel>
  )
}

const ResetLinkDialog = whenOpened(
  () => import('./customer-dialogs').then((module) => module.ResetLinkDialog),
  ({ user }) => user !== undefined,
)

const ResetFactorDialog = whenOpened(
  () => import('./customer-dialogs').then((module) => module.ResetFactorDialog),
  ({ user }) => user !== undefined,
)

export function CustomerPeople({ customer: { id, is_demo, users, member_count } }: { customer: Customer }) {
  const [resetting, setResetting] = useState<CustomerUser>()
  const [opening, setOpening] = useState<CustomerUser>()
  return (
    <Panel>
      <PanelHeader
        title="Members"
        {...(member_count > users.length && {
          description: `The first ${users.length} of ${formatNumber(member_count)}`,
        })}
      />
      <RecordTable
        label="Members"
        rows={users}
        columns={is_demo ? columns : [...columns, actionsOf(setResetting, setOpening)]}
        keyOf={(user) => user.id}
      />
      <ResetLinkDialog customerId={id} user={resetting} onClose={() => setResetting(undefined)} />
      <ResetFactorDialog customerId={id} user={opening} onClose={() => setOpening(undefined)} />
    </Panel>
  )
}

const columns: readonly Column<CustomerUser>[] = [
  {
    name: 'Name',
    className: 'max-w-40',
    cell: ({ name, email }) => (
      <>
        <span dir="auto" className="block truncate text-left" title={name}>
          {name}
        </span>
        <span className="block truncate text-xs text-faint-foreground" title={email}>
          {email}
        </span>
      </>
    ),
  },
  { name: 'Role', className: 'text-muted-foreground capitalize', cell: ({ role }) => role },
  {
    name: 'Sign-in method',
    className: 'text-muted-foreground',
    cell: ({ has_password, has_second_factor, services }) =>
      [...(has_password ? [has_second_factor ? 'Password + 2FA' : 'Password'] : []), ...services].join(
        ', ',
      ) || 'Sign-in link',
  },
  {
    name: 'Created',
    numeric: true,
    shown: 'max-sm:hidden',
    className: 'text-muted-foreground',
    cell: ({ created_at }) => <RecentTime at={created_at} />,
  },
]

type OnUser = (user: CustomerUser) => void

const actionsOf = (onReset: OnUser, onResetFactor: OnUser): Column<CustomerUser> => ({
  name: 'Actions',
  isNameHidden: true,
  className: 'text-right',
  cell: (user) => (
    <>
      {user.has_second_factor && (
        <Button
          variant="outline"
          size="sm"
          className="mr-2"
          aria-label={`Turn off two-factor authentication for ${user.email}`}
          onClick={() => onResetFactor(user)}
        >
          <ShieldOff aria-hidden="true" />
          <span className="max-sm:hidden">Reset 2FA</span>
        </Button>
      )}
      <Button
        variant="outline"
        size="sm"
        aria-label={`Password link for ${user.email}`}
        onClick={() => onReset(user)}
      >
        <KeyRound aria-hidden="true" />
        <span className="max-sm:hidden">Password link</span>
      </Button>
    </>
  ),
})

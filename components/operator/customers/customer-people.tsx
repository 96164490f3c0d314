'use client'

import { KeyRound, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { type Column, RecordTable } from '@/components/data/record-table'
import { RecentTime } from '@/components/data/relative-time'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { whenOpened } from '@/components/ui/when-opened'
import type { Customer, CustomerUser } from '@/lib/operator/admin/customers-schema'

const ResetLinkDialog = whenOpened(
  () => import('./reason-dialogs').then((module) => module.ResetLinkDialog),
  ({ user }) => user !== undefined,
)

const ResetFactorDialog = whenOpened(
  () => import('./reason-dialogs').then((module) => module.ResetFactorDialog),
  ({ user }) => user !== undefined,
)

export function CustomerPeople({ customer: { id, is_demo, users } }: { customer: Customer }) {
  const [resetting, setResetting] = useState<CustomerUser>()
  const [opening, setOpening] = useState<CustomerUser>()
  return (
    <Panel>
      <PanelHeader title="Users" />
      <RecordTable
        label="Users"
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
        <span className="block truncate text-xs text-faint" title={email}>
          {email}
        </span>
      </>
    ),
  },
  {
    name: 'Sign-in method',
    className: 'text-muted',
    cell: ({ has_password, has_second_factor, services }) =>
      [...(has_password ? [has_second_factor ? 'Password + 2FA' : 'Password'] : []), ...services].join(
        ', ',
      ) || 'Sign-in link',
  },
  {
    name: 'Created',
    numeric: true,
    shown: 'max-sm:hidden',
    className: 'text-muted',
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
          size="sm"
          className="mr-2"
          aria-label={`Turn off two-factor authentication for ${user.email}`}
          onClick={() => onResetFactor(user)}
        >
          <ShieldOff aria-hidden="true" />
          <span className="max-sm:hidden">Reset 2FA</span>
        </Button>
      )}
      <Button size="sm" aria-label={`Password link for ${user.email}`} onClick={() => onReset(user)}>
        <KeyRound aria-hidden="true" />
        <span className="max-sm:hidden">Password link</span>
      </Button>
    </>
  ),
})

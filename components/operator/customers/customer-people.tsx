'use client'

import { KeyRound, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { RecentTime } from '@/components/data/relative-time'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
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
      <PanelHeader title="People" />
      <Table label="People">
        <TableHeader>
          <tr>
            <TableHead>Name</TableHead>
            <TableHead>Signs in with</TableHead>
            <TableHead numeric className="max-sm:hidden">
              Since
            </TableHead>
            {!is_demo && (
              <TableHead>
                <span className="sr-only">Actions</span>
              </TableHead>
            )}
          </tr>
        </TableHeader>
        <TableBody>
          {users.map((user) => (
            <PersonRow
              key={user.id}
              user={user}
              onReset={is_demo ? undefined : () => setResetting(user)}
              onResetFactor={() => setOpening(user)}
            />
          ))}
        </TableBody>
      </Table>
      <ResetLinkDialog customerId={id} user={resetting} onClose={() => setResetting(undefined)} />
      <ResetFactorDialog customerId={id} user={opening} onClose={() => setOpening(undefined)} />
    </Panel>
  )
}

type PersonRowProps = {
  user: CustomerUser
  onReset: (() => void) | undefined
  onResetFactor: () => void
}

function PersonRow({ user, onReset, onResetFactor }: PersonRowProps) {
  return (
    <TableRow>
      <TableCell className="max-w-40">
        <span dir="auto" className="block truncate text-left" title={user.name}>
          {user.name}
        </span>
        <span className="block truncate text-xs text-faint" title={user.email}>
          {user.email}
        </span>
      </TableCell>
      <TableCell className="text-muted">
        {[
          ...(user.has_password ? [user.has_second_factor ? 'Password with code' : 'Password'] : []),
          ...user.services,
        ].join(', ') || 'One click'}
      </TableCell>
      <TableCell numeric className="text-muted max-sm:hidden">
        <RecentTime at={user.created_at} />
      </TableCell>
      {onReset && (
        <TableCell className="text-right">
          {user.has_second_factor && (
            <Button
              size="sm"
              className="mr-2"
              aria-label={`Turn off two-factor authentication of ${user.email}`}
              onClick={onResetFactor}
            >
              <ShieldOff aria-hidden="true" />
              <span className="max-sm:hidden">Reset 2FA</span>
            </Button>
          )}
          <Button size="sm" aria-label={`Password link for ${user.email}`} onClick={onReset}>
            <KeyRound aria-hidden="true" />
            <span className="max-sm:hidden">Password link</span>
          </Button>
        </TableCell>
      )}
    </TableRow>
  )
}

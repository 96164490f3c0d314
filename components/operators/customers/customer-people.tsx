'use client'

import { useMutation } from '@tanstack/react-query'
import { KeyRound, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { RecentTime } from '@/components/data/relative-time'
import { SubmitFooter } from '@/components/forms/api-form'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { ShownOnce } from '@/components/ui/shown-once'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { toast } from '@/components/ui/toast'
import type { Customer, CustomerUser } from '@/lib/operators/customers-schema'
import { resetLinkMutation, resetSecondFactorMutation } from '@/lib/operators/queries'
import { ReasonField, useReasonForm } from './reason-field'

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
      <Dialog open={opening !== undefined} onOpenChange={(open) => !open && setOpening(undefined)}>
        <DialogContent onInteractOutside={(event) => event.preventDefault()}>
          {opening && <ResetFactor customerId={id} user={opening} onClose={() => setOpening(undefined)} />}
        </DialogContent>
      </Dialog>
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

type ResetLinkDialogProps = { customerId: string; user: CustomerUser | undefined; onClose: () => void }

/** Makes a link to set a new password, asks why, and shows it once. */
function ResetLinkDialog({ customerId, user, onClose }: ResetLinkDialogProps) {
  return (
    <Dialog open={user !== undefined} onOpenChange={(open) => !open && onClose()}>
      <DialogContent onInteractOutside={(event) => event.preventDefault()}>
        {user && <ResetLink customerId={customerId} user={user} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  )
}

type ResetLinkProps = { customerId: string; user: CustomerUser; onClose: () => void }

function ResetLink({ customerId, user, onClose }: ResetLinkProps) {
  const making = useMutation(resetLinkMutation())
  const { register, submit, formState } = useReasonForm((reason) =>
    making.mutateAsync({ customerId, userId: user.id, reason }),
  )
  if (making.data)
    return (
      <ShownOnce
        title="Password link"
        name={making.data.email}
        value={making.data.url}
        what="link"
        testId="reset-link"
        advice="Hand it over by a way that only this person reads. It works once, for 60 minutes; a newer one takes its place."
      />
    )
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <DialogHeader>
        <DialogTitle>Make a password link?</DialogTitle>
        <DialogDescription>
          Whoever opens it sets a new password for <span className="wrap-anywhere">{user.email}</span>, once,
          within an hour. Be sure who asks: nobody else may get it.
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
        <ReasonField registration={register('reason')} error={formState.errors.reason?.message} />
      </DialogBody>
      <SubmitFooter onCancel={onClose} loading={formState.isSubmitting}>
        Make link
      </SubmitFooter>
    </form>
  )
}

function ResetFactor({ customerId, user, onClose }: ResetLinkProps) {
  const resetting = useMutation(resetSecondFactorMutation())
  const { register, submit, formState } = useReasonForm(async (reason) => {
    await resetting.mutateAsync({ customerId, userId: user.id, reason })
    toast.success('Two-factor authentication is off', { description: user.email })
    onClose()
  })
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <DialogHeader>
        <DialogTitle>Turn off two-factor authentication?</DialogTitle>
        <DialogDescription>
          The password alone signs <span className="wrap-anywhere">{user.email}</span> in then. Be sure who
          asks.
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
        <ReasonField registration={register('reason')} error={formState.errors.reason?.message} />
      </DialogBody>
      <SubmitFooter variant="danger" onCancel={onClose} loading={formState.isSubmitting}>
        Turn off
      </SubmitFooter>
    </form>
  )
}

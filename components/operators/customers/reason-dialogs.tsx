'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SubmitFooter } from '@/components/forms/api-form'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { ShownOnce } from '@/components/ui/shown-once'
import { toast } from '@/components/ui/toast'
import type { Customer, CustomerUser } from '@/lib/operators/customers-schema'
import { resetLinkMutation, resetSecondFactorMutation, suspensionMutation } from '@/lib/operators/queries'
import { ReasonField, useReasonForm } from './reason-field'

type PersonDialogProps = { customerId: string; user: CustomerUser | undefined; onClose: () => void }

/** Makes a link to set a new password, asks why, and shows it once. */
export function ResetLinkDialog({ customerId, user, onClose }: PersonDialogProps) {
  return (
    <Dialog open={user !== undefined} onOpenChange={(open) => !open && onClose()}>
      <DialogContent onInteractOutside={(event) => event.preventDefault()}>
        {user && <ResetLink customerId={customerId} user={user} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  )
}

type ResetLinkProps = PersonDialogProps & { user: CustomerUser }

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

/** Turns the second factor of a person off who cannot, and asks why. */
export function ResetFactorDialog({ customerId, user, onClose }: PersonDialogProps) {
  return (
    <Dialog open={user !== undefined} onOpenChange={(open) => !open && onClose()}>
      <DialogContent onInteractOutside={(event) => event.preventDefault()}>
        {user && <ResetFactor customerId={customerId} user={user} onClose={onClose} />}
      </DialogContent>
    </Dialog>
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

type SuspensionDialogProps = { customer: Customer; open: boolean; onOpenChange: (open: boolean) => void }

/** Closes the account or opens it again, and asks why. */
export function SuspensionDialog({ customer, open, onOpenChange }: SuspensionDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent onInteractOutside={(event) => event.preventDefault()}>
        <SuspensionForm customer={customer} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}

function SuspensionForm({ customer, onDone }: { customer: Customer; onDone: () => void }) {
  const [isSuspending] = useState(customer.suspended_at === null)
  const change = useMutation(suspensionMutation())
  const { register, submit, formState } = useReasonForm(async (reason) => {
    await change.mutateAsync({ customerId: customer.id, isSuspended: isSuspending, reason })
    toast.success(isSuspending ? `${customer.name} is suspended` : `${customer.name} is active again`)
    onDone()
  })
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <DialogHeader>
        <DialogTitle>{isSuspending ? `Suspend ${customer.name}?` : `Resume ${customer.name}?`}</DialogTitle>
        <DialogDescription>
          {isSuspending
            ? 'Its keys open nothing from now on, on every node, and at the console it may only look. Work under way is finished and charged as always.'
            : 'Its keys work again at once, on every node.'}
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
        <ReasonField registration={register('reason')} error={formState.errors.reason?.message} />
      </DialogBody>
      <SubmitFooter
        onCancel={onDone}
        variant={isSuspending ? 'danger' : 'primary'}
        loading={formState.isSubmitting}
      >
        {isSuspending ? 'Suspend' : 'Resume'}
      </SubmitFooter>
    </form>
  )
}

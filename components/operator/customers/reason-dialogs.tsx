'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormWindow } from '@/components/forms/api-form'
import { ShownOnce } from '@/components/ui/shown-once'
import { toast } from '@/components/ui/toast'
import type { Customer, CustomerUser } from '@/lib/operator/admin/customers-schema'
import {
  aigcGroupsMutation,
  resetLinkMutation,
  resetSecondFactorMutation,
  suspensionMutation,
} from '@/lib/operator/admin/queries'
import { ReasonForm, useReasonForm } from './reason-field'

type UserProps = { customerId: string; user: CustomerUser; onClose: () => void }
type UserDialogProps = Omit<UserProps, 'user'> & { user: CustomerUser | undefined }

/** A dialog about a user, open while `user` is set. */
function aboutUser(Form: (props: UserProps) => ReactNode) {
  return ({ user, ...rest }: UserDialogProps) => (
    <FormWindow open={user !== undefined} onClose={rest.onClose}>
      {user && <Form user={user} {...rest} />}
    </FormWindow>
  )
}

type CustomerProps = { customer: Customer; onDone: () => void }
type CustomerDialogProps = { customer: Customer; open: boolean; onOpenChange: (open: boolean) => void }

function aboutCustomer(Form: (props: CustomerProps) => ReactNode) {
  return ({ customer, open, onOpenChange }: CustomerDialogProps) => (
    <FormWindow open={open} onClose={() => onOpenChange(false)}>
      <Form customer={customer} onDone={() => onOpenChange(false)} />
    </FormWindow>
  )
}

/** Asks for a reason, creates a link to set a new password, and shows it once. */
export const ResetLinkDialog = aboutUser(ResetLink)

function ResetLink({ customerId, user, onClose }: UserProps) {
  const create = useMutation(resetLinkMutation())
  const form = useReasonForm((reason) => create.mutateAsync({ customerId, userId: user.id, reason }))
  if (create.data)
    return (
      <ShownOnce
        title="Password link"
        name={create.data.email}
        value={create.data.url}
        what="link"
        testId="reset-link"
        advice="Send it through a channel only this user can read. It works once, within 60 minutes, and is replaced by a newer link."
      />
    )
  return (
    <ReasonForm
      form={form}
      title="Create a password link?"
      description={
        <>
          Anyone with the link can set a new password for <span className="wrap-anywhere">{user.email}</span>{' '}
          once, within an hour. Verify who is asking for it first.
        </>
      }
      action="Create link"
      onCancel={onClose}
    />
  )
}

/** Turns off two-factor authentication for a user who lost it, with a reason. */
export const ResetFactorDialog = aboutUser(ResetFactor)

function ResetFactor({ customerId, user, onClose }: UserProps) {
  const resetting = useMutation(resetSecondFactorMutation())
  const form = useReasonForm(async (reason) => {
    await resetting.mutateAsync({ customerId, userId: user.id, reason })
    toast.success('Two-factor authentication turned off', { description: user.email })
    onClose()
  })
  return (
    <ReasonForm
      form={form}
      title="Turn off two-factor authentication?"
      description={
        <>
          <span className="wrap-anywhere">{user.email}</span> can then sign in with the password alone. Verify
          who is asking for it first.
        </>
      }
      action="Turn off"
      variant="danger"
      onCancel={onClose}
    />
  )
}

/** Suspends or resumes a customer, with a reason. */
export const SuspensionDialog = aboutCustomer(SuspensionForm)

function SuspensionForm({ customer, onDone }: CustomerProps) {
  const [isSuspending] = useState(customer.suspended_at === null)
  const change = useMutation(suspensionMutation())
  const form = useReasonForm(async (reason) => {
    await change.mutateAsync({ customerId: customer.id, isSuspended: isSuspending, reason })
    toast.success(isSuspending ? `${customer.name} suspended` : `${customer.name} resumed`)
    onDone()
  })
  return (
    <ReasonForm
      form={form}
      title={isSuspending ? `Suspend ${customer.name}?` : `Resume ${customer.name}?`}
      description={
        isSuspending
          ? 'API keys stop working immediately and the console becomes read-only. Requests in progress finish and are charged.'
          : 'API keys work again immediately.'
      }
      action={isSuspending ? 'Suspend' : 'Resume'}
      variant={isSuspending ? 'danger' : 'primary'}
      onCancel={onDone}
    />
  )
}

/** Allows or disallows groups of virtual people for a customer, with a reason. */
export const AigcGroupsDialog = aboutCustomer(AigcGroupsForm)

function AigcGroupsForm({ customer, onDone }: CustomerProps) {
  const [isDisallowing] = useState(customer.aigc_groups)
  const change = useMutation(aigcGroupsMutation())
  const form = useReasonForm(async (reason) => {
    await change.mutateAsync({ customerId: customer.id, enabled: !isDisallowing, reason })
    onDone()
  })
  return (
    <ReasonForm
      form={form}
      title={
        isDisallowing
          ? `Disallow virtual people for ${customer.name}?`
          : `Allow virtual people for ${customer.name}?`
      }
      description={
        isDisallowing
          ? 'The customer can’t create new groups of virtual people. Existing groups stay.'
          : 'The customer can create groups of virtual people again.'
      }
      action={isDisallowing ? 'Disallow' : 'Allow'}
      variant={isDisallowing ? 'danger' : 'primary'}
      onCancel={onDone}
    />
  )
}

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

type PersonProps = { customerId: string; user: CustomerUser; onClose: () => void }
type PersonDialogProps = Omit<PersonProps, 'user'> & { user: CustomerUser | undefined }

/** Open as long as there is a person. */
function aboutPerson(Form: (props: PersonProps) => ReactNode) {
  return ({ user, ...rest }: PersonDialogProps) => (
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

/** Makes a link to set a new password, asks why, and shows it once. */
export const ResetLinkDialog = aboutPerson(ResetLink)

function ResetLink({ customerId, user, onClose }: PersonProps) {
  const making = useMutation(resetLinkMutation())
  const form = useReasonForm((reason) => making.mutateAsync({ customerId, userId: user.id, reason }))
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
    <ReasonForm
      form={form}
      title="Make a password link?"
      description={
        <>
          Whoever opens it sets a new password for <span className="wrap-anywhere">{user.email}</span>, once,
          within an hour. Be sure who asks: nobody else may get it.
        </>
      }
      action="Make link"
      onCancel={onClose}
    />
  )
}

/** Turns the second factor of a person off who cannot, and asks why. */
export const ResetFactorDialog = aboutPerson(ResetFactor)

function ResetFactor({ customerId, user, onClose }: PersonProps) {
  const resetting = useMutation(resetSecondFactorMutation())
  const form = useReasonForm(async (reason) => {
    await resetting.mutateAsync({ customerId, userId: user.id, reason })
    toast.success('Two-factor authentication is off', { description: user.email })
    onClose()
  })
  return (
    <ReasonForm
      form={form}
      title="Turn off two-factor authentication?"
      description={
        <>
          The password alone signs <span className="wrap-anywhere">{user.email}</span> in then. Be sure who
          asks.
        </>
      }
      action="Turn off"
      variant="danger"
      onCancel={onClose}
    />
  )
}

/** Closes the account or opens it again, and asks why. */
export const SuspensionDialog = aboutCustomer(SuspensionForm)

function SuspensionForm({ customer, onDone }: CustomerProps) {
  const [isSuspending] = useState(customer.suspended_at === null)
  const change = useMutation(suspensionMutation())
  const form = useReasonForm(async (reason) => {
    await change.mutateAsync({ customerId: customer.id, isSuspended: isSuspending, reason })
    toast.success(isSuspending ? `${customer.name} is suspended` : `${customer.name} is active again`)
    onDone()
  })
  return (
    <ReasonForm
      form={form}
      title={isSuspending ? `Suspend ${customer.name}?` : `Resume ${customer.name}?`}
      description={
        isSuspending
          ? 'Its keys open nothing from now on, on every node, and at the console it may only look. Work under way is finished and charged as always.'
          : 'Its keys work again at once, on every node.'
      }
      action={isSuspending ? 'Suspend' : 'Resume'}
      variant={isSuspending ? 'danger' : 'primary'}
      onCancel={onDone}
    />
  )
}

/** Refuses virtual people to the customer or allows them again, and asks why. */
export const AigcGroupsDialog = aboutCustomer(AigcGroupsForm)

function AigcGroupsForm({ customer, onDone }: CustomerProps) {
  const [isRefusing] = useState(customer.aigc_groups)
  const change = useMutation(aigcGroupsMutation())
  const form = useReasonForm(async (reason) => {
    await change.mutateAsync({ customerId: customer.id, enabled: !isRefusing, reason })
    onDone()
  })
  return (
    <ReasonForm
      form={form}
      title={
        isRefusing
          ? `Refuse virtual people to ${customer.name}?`
          : `Allow virtual people to ${customer.name}?`
      }
      description={
        isRefusing
          ? 'It can make no more groups of virtual people. Those that it has stay.'
          : 'It can make groups of virtual people again.'
      }
      action={isRefusing ? 'Refuse' : 'Allow'}
      variant={isRefusing ? 'danger' : 'primary'}
      onCancel={onDone}
    />
  )
}

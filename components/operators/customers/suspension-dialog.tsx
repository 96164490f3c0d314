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
import { toast } from '@/components/ui/toast'
import type { Customer } from '@/lib/operators/customers-schema'
import { suspensionMutation } from '@/lib/operators/queries'
import { ReasonField, useReasonForm } from './reason-field'

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

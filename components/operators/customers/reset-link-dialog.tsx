'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SubmitFooter } from '@/components/forms/submit-footer'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { ShownOnce } from '@/components/ui/shown-once'
import type { CustomerUser } from '@/lib/operators/customers-schema'
import { resetLinkMutation } from '@/lib/operators/queries'
import { ReasonField } from './reason-field'

type ResetLinkDialogProps = { customerId: string; user: CustomerUser | undefined; onClose: () => void }

/** Makes a link to set a new password, asks why, and shows it once. */
export function ResetLinkDialog({ customerId, user, onClose }: ResetLinkDialogProps) {
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
  const [reason, setReason] = useState('')
  const making = useMutation(resetLinkMutation())
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    making.mutate({ customerId, userId: user.id, reason })
  }
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
        <ReasonField error={making.error} value={reason} onChange={setReason} />
      </DialogBody>
      <SubmitFooter onCancel={onClose} disabled={reason.trim() === ''} loading={making.isPending}>
        Make link
      </SubmitFooter>
    </form>
  )
}

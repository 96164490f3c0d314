'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SubmitFooter } from '@/components/forms/submit-footer'
import { TextAreaField } from '@/components/forms/text-area-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { SecretLine } from '@/components/ui/secret-line'
import { sentenceOf } from '@/lib/client/sentence-of'
import { resetLinkMutation } from '@/lib/operators/customers-queries'
import type { CustomerUser } from '@/lib/operators/customers-schema'

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
  if (making.data) return <MadeLink url={making.data.url} email={making.data.email} />
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
        <TextAreaField
          label="Reason"
          hint="Kept in the audit log; the customer does not see it."
          error={making.error ? sentenceOf(making.error) : undefined}
          rows={2}
          value={reason}
          onChange={setReason}
        />
      </DialogBody>
      <SubmitFooter onCancel={onClose} disabled={reason.trim() === ''} loading={making.isPending}>
        Make link
      </SubmitFooter>
    </form>
  )
}

function MadeLink({ url, email }: { url: string; email: string }) {
  return (
    <>
      <DialogHeader>
        <DialogTitle>Password link</DialogTitle>
        <DialogDescription className="truncate" title={email}>
          {email}
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
        <SecretLine value={url} what="link" testId="reset-link" />
        <Alert tone="warning" title="This is the only time the link is shown">
          Hand it over by a way that only this person reads. It works once, for 60 minutes; a newer one takes
          its place.
        </Alert>
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="primary">Done</Button>
        </DialogClose>
      </DialogFooter>
    </>
  )
}

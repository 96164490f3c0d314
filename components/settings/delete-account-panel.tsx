'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorsByField } from '@/components/forms/form-errors'
import { SubmitFooter } from '@/components/forms/submit-footer'
import { TextField } from '@/components/forms/text-field'
import { forgetPlayground } from '@/components/playground/storage/conversation-archive'
import { Alert } from '@/components/ui/alert'
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
import { deleteAccountMutation } from '@/lib/account-deletion/queries'
import { balanceQuery } from '@/lib/billing/queries'
import { formatMoney } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import { profileQuery } from '@/lib/identity/queries'
import type { Profile } from '@/lib/identity/schema'
import { OwnPasswordField } from './own-password-field'
import { Setting } from './setting'

/** The way out. An account that runs the installation has none: somebody has to be left. */
export function DeleteAccountPanel({ isOperator }: { isOperator: boolean }) {
  const [open, setOpen] = useState(false)
  const { data: profile } = useQuery(profileQuery())
  return (
    <Panel>
      <PanelHeader title="Account" />
      <dl>
        <Setting name="Delete account" hint="Cannot be undone">
          {profile?.is_demo || isOperator ? (
            'An operator’s account cannot be deleted.'
          ) : (
            <Button variant="danger-quiet" disabled={!profile} onClick={() => setOpen(true)}>
              Delete account
            </Button>
          )}
        </Setting>
      </dl>
      {profile && (
        <Dialog open={open} onOpenChange={setOpen}>
          <DialogContent onInteractOutside={(event) => event.preventDefault()}>
            <DeleteAccountForm profile={profile} onCancel={() => setOpen(false)} />
          </DialogContent>
        </Dialog>
      )}
    </Panel>
  )
}

type DeleteAccountFormProps = { profile: Profile; onCancel: () => void }

function DeleteAccountForm({ profile, onCancel }: DeleteAccountFormProps) {
  const [proof, setProof] = useState('')
  const [isLeaving, setLeaving] = useState(false)
  const deletion = useMutation(deleteAccountMutation())
  const errors = errorsByField(deletion.error, ['current_password', 'email'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    deletion.mutate(profile.has_password ? { current_password: proof } : { email: proof }, {
      onSuccess: async () => {
        setLeaving(true)
        await forgetPlayground(profile.customer_id)
        window.location.assign(paths.signInAfterDeletion)
      },
    })
  }
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <Head />
      <DialogBody>
        <LostCredit />
        <Proof profile={profile} errors={errors.at} value={proof} onChange={setProof} />
        {errors.other && <Alert tone="danger">{errors.other}</Alert>}
      </DialogBody>
      <SubmitFooter
        onCancel={onCancel}
        variant="danger"
        disabled={proof.trim() === ''}
        loading={deletion.isPending || isLeaving}
      >
        Delete account
      </SubmitFooter>
    </form>
  )
}

type ProofProps = {
  profile: Profile
  errors: { current_password?: string | undefined; email?: string | undefined }
  value: string
  onChange: (value: string) => void
}

function Proof({ profile: { has_password, email }, errors, ...field }: ProofProps) {
  if (has_password)
    return <OwnPasswordField label="Your password" email={email} error={errors.current_password} {...field} />
  const hint = `Type ${email}`
  return (
    <TextField
      label="Your email"
      hint={hint}
      error={errors.email}
      type="email"
      autoComplete="off"
      {...field}
    />
  )
}

function Head() {
  return (
    <DialogHeader>
      <DialogTitle>Delete account</DialogTitle>
      <DialogDescription>
        Every session and API key ends at once. What runs is cancelled; pictures, videos, portraits, webhooks
        and the history are erased. Invoices and bookings are kept, as the law asks. Nothing of this can be
        undone.
      </DialogDescription>
    </DialogHeader>
  )
}

function LostCredit() {
  const { data: balance } = useQuery(balanceQuery())
  if (!balance || !/^\d.*[1-9]/.test(balance.balance)) return null
  return (
    <Alert tone="warning">
      Unused credit of {formatMoney(balance.balance, { rounding: 'down' })} is lost. To have it paid back, ask
      for that first.
    </Alert>
  )
}

'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { SubmitFooter, useApiForm } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { forgetPlayground } from '@/components/playground/store/archive'
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
import { OwnPasswordField, ownPassword } from './own-password-field'
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
  const deletion = useMutation(deleteAccountMutation())
  const { register, submit, formState } = useApiForm({
    schema: z.object({ proof: profile.has_password ? ownPassword(profile) : OwnEmail }),
    defaultValues: { proof: '' },
    fieldOf: { current_password: 'proof', email: 'proof' },
    send: async ({ proof }) => {
      await deletion.mutateAsync(profile.has_password ? { current_password: proof } : { email: proof })
      await forgetPlayground(profile.customer_id)
      window.location.assign(paths.signInAfterDeletion)
    },
  })
  const { errors, isDirty, isSubmitting, isSubmitSuccessful } = formState
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <Head />
      <DialogBody>
        <LostCredit />
        <Proof profile={profile} registration={register('proof')} error={errors.proof?.message} />
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      </DialogBody>
      <SubmitFooter
        onCancel={onCancel}
        variant="danger"
        disabled={!isDirty}
        loading={isSubmitting || isSubmitSuccessful}
      >
        Delete account
      </SubmitFooter>
    </form>
  )
}

const OwnEmail = z.string().trim().min(1, 'Type your email.')

type ProofProps = { profile: Profile; registration: UseFormRegisterReturn; error: string | undefined }

/** The password, or the email of a person that has none. */
function Proof({ profile: { has_password, email }, ...field }: ProofProps) {
  if (has_password) return <OwnPasswordField label="Your password" email={email} {...field} />
  return <FormText label="Your email" hint={`Type ${email}`} type="email" autoComplete="off" {...field} />
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
      Unused credit of {formatMoney(balance.balance, 'balance')} is lost. To have it paid back, ask for that
      first.
    </Alert>
  )
}

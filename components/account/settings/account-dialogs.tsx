'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { NewPassword, PasswordOwner } from '@/components/account/identity/auth-fields'
import { DialogForm, FormWindow, useApiForm } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { forgetPlayground } from '@/components/gateway/playground/store/archive'
import { Alert } from '@/components/ui/alert'
import { toast } from '@/components/ui/toast'
import { changeEmailMutation, changePasswordMutation } from '@/lib/account/identity/queries'
import { PASSWORD_MIN_LENGTH, type Profile, typedEmail } from '@/lib/account/identity/schema'
import { formatMoney } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import { balanceQuery } from '@/lib/money/orders/queries'
import { deleteAccountMutation } from '@/lib/operator/admin/deletion-queries'

type WindowProps = { open: boolean; profile: Profile; onDone: () => void }

type EmailDialogProps = WindowProps & { sendsMail: boolean }

export function EmailDialog({ open, ...form }: EmailDialogProps) {
  return (
    <FormWindow open={open} onClose={form.onDone}>
      <EmailForm {...form} />
    </FormWindow>
  )
}

function EmailForm({ profile, sendsMail, onDone }: Omit<EmailDialogProps, 'open'>) {
  const form = useEmailForm(profile, sendsMail, onDone)
  const { register } = form
  const { errors } = form.formState
  return (
    <DialogForm
      form={form}
      title="Change email"
      description={
        sendsMail
          ? 'A link goes to the new email. Until it is confirmed there, everything stays as it is.'
          : 'You sign in with the new email from then on.'
      }
      action={sendsMail ? 'Mail the link' : 'Change email'}
      onCancel={onDone}
    >
      <FormText
        label="New email"
        registration={register('email')}
        error={errors.email?.message}
        type="email"
        autoComplete="off"
        placeholder="you@example.com"
      />
      {profile.has_password && (
        <OwnPasswordField
          label="Your password"
          email={profile.email}
          registration={register('current_password')}
          error={errors.current_password?.message}
        />
      )}
    </DialogForm>
  )
}

function useEmailForm(profile: Profile, sendsMail: boolean, onDone: () => void) {
  const router = useRouter()
  const change = useMutation(changeEmailMutation())
  return useApiForm({
    schema: z.object({
      email: typedEmail('Enter the new email address.'),
      current_password: ownPassword(profile),
    }),
    defaultValues: { email: '', current_password: '' },
    send: async ({ email: next, current_password }) => {
      const { email, pending_email } = await change.mutateAsync({
        email: next,
        ...(profile.has_password && { current_password }),
      })
      if (sendsMail && pending_email !== null)
        toast.success('Look into the mail of the new address', { description: pending_email })
      else toast.success('Email changed', { description: email })
      router.refresh() // the account menu is drawn by the server
      onDone()
    },
  })
}

/** A new password, or the first one. */
export function PasswordDialog({ open, ...form }: WindowProps) {
  return (
    <FormWindow open={open} onClose={form.onDone} aria-describedby={undefined}>
      <PasswordForm {...form} />
    </FormWindow>
  )
}

function PasswordForm({ profile, onDone }: Omit<WindowProps, 'open'>) {
  const form = usePasswordForm(profile, onDone)
  const { register } = form
  const { errors } = form.formState
  return (
    <DialogForm
      form={form}
      title={profile.has_password ? 'Change password' : 'Set a password'}
      action="Save password"
      onCancel={onDone}
    >
      {profile.has_password ? (
        <OwnPasswordField
          label="Present password"
          email={profile.email}
          registration={register('current_password')}
          error={errors.current_password?.message}
        />
      ) : (
        <PasswordOwner email={profile.email} />
      )}
      <FormText
        label="New password"
        hint={`${PASSWORD_MIN_LENGTH} characters or more`}
        registration={register('new_password')}
        error={errors.new_password?.message}
        type="password"
        autoComplete="new-password"
      />
    </DialogForm>
  )
}

function usePasswordForm(profile: Profile, onDone: () => void) {
  const change = useMutation(changePasswordMutation())
  return useApiForm({
    schema: z.object({ current_password: ownPassword(profile), new_password: NewPassword }),
    defaultValues: { current_password: '', new_password: '' },
    send: async ({ current_password, new_password }) => {
      await change.mutateAsync({ new_password, ...(profile.has_password && { current_password }) })
      toast.success('Password saved', { description: 'Every other session has ended.' })
      onDone()
    },
  })
}

export function DeleteAccountDialog({ open, ...form }: WindowProps) {
  return (
    <FormWindow open={open} onClose={form.onDone}>
      <DeleteAccountForm {...form} />
    </FormWindow>
  )
}

function DeleteAccountForm({ profile, onDone }: Omit<WindowProps, 'open'>) {
  const deletion = useMutation(deleteAccountMutation())
  const form = useApiForm({
    schema: z.object({ proof: profile.has_password ? ownPassword(profile) : OwnEmail }),
    defaultValues: { proof: '' },
    fieldOf: { current_password: 'proof', email: 'proof' },
    send: async ({ proof }) => {
      await deletion.mutateAsync(profile.has_password ? { current_password: proof } : { email: proof })
      await forgetPlayground(profile.customer_id)
      window.location.assign(paths.signInAfterDeletion)
    },
  })
  const { errors, isDirty, isSubmitting, isSubmitSuccessful } = form.formState
  return (
    <DialogForm
      // It goes on being busy until the next page is there.
      form={{ submit: form.submit, formState: { errors, isSubmitting: isSubmitting || isSubmitSuccessful } }}
      title="Delete account"
      description="Every session and API key ends at once. What runs is cancelled; pictures, videos, portraits, webhooks and the history are erased. Invoices and bookings are kept, as the law asks, and a hash of your email, so that trial credit comes once. Nothing of this can be undone."
      action="Delete account"
      variant="danger"
      disabled={!isDirty}
      onCancel={onDone}
    >
      <LostCredit />
      <Proof profile={profile} registration={form.register('proof')} error={errors.proof?.message} />
    </DialogForm>
  )
}

const OwnEmail = z.string().trim().min(1, 'Type your email.')

type ProofProps = { profile: Profile; registration: UseFormRegisterReturn; error: string | undefined }

/** The password, or the email of a person that has none. */
function Proof({ profile: { has_password, email }, ...field }: ProofProps) {
  if (has_password) return <OwnPasswordField label="Your password" email={email} {...field} />
  return <FormText label="Your email" hint={`Type ${email}`} type="email" autoComplete="off" {...field} />
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

/** What has to be typed; nothing where there is no password yet. */
export function ownPassword({ has_password }: Profile) {
  return z.string().min(has_password ? 1 : 0, 'Enter your password.')
}

type OwnPasswordFieldProps = {
  label: string
  /** The account it belongs to. */
  email: string
  registration: UseFormRegisterReturn
  error: string | undefined
}

/** The password that a person has, requested again before something that a stranger at the screen must not do. */
export function OwnPasswordField({ email, ...field }: OwnPasswordFieldProps) {
  return (
    <>
      <PasswordOwner email={email} />
      <FormText {...field} type="password" autoComplete="current-password" />
    </>
  )
}

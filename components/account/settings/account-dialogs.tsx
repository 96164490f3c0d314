'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { NewPassword, PasswordOwner } from '@/components/account/identity/auth-fields'
import { DialogForm } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
import { deletePlaygroundData } from '@/components/gateway/playground/store/archive'
import { useMay } from '@/components/layout/permissions'
import { leaveAllTabs } from '@/components/layout/session-tabs'
import { Alert } from '@/components/ui/alert'
import { toast } from '@/components/ui/toast'
import { changeEmailMutation, changePasswordMutation } from '@/lib/account/identity/queries'
import { PASSWORD_MIN_LENGTH, type Profile, typedEmail } from '@/lib/account/identity/schema'
import { formatMoney } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import { balanceQuery } from '@/lib/money/orders/queries'
import { deleteAccountMutation } from '@/lib/operator/admin/deletion-queries'

type FormProps = { profile: Profile; onDone: () => void }

type EmailFormProps = FormProps & { sendsMail: boolean }

export function EmailForm({ profile, sendsMail, onDone }: EmailFormProps) {
  const form = useEmailForm(profile, sendsMail, onDone)
  const { register } = form
  const { errors } = form.formState
  return (
    <DialogForm
      form={form}
      title="Change email"
      description={
        sendsMail
          ? 'A confirmation link is sent to the new email. Nothing changes until you open it.'
          : 'You will sign in with the new email.'
      }
      action={sendsMail ? 'Send link' : 'Change email'}
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
        <CurrentPasswordField
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
      current_password: currentPassword(profile),
    }),
    defaultValues: { email: '', current_password: '' },
    send: async ({ email: next, current_password }) => {
      const { email, pending_email } = await change.mutateAsync({
        email: next,
        ...(profile.has_password && { current_password }),
      })
      if (sendsMail && pending_email !== null)
        toast.success('Confirmation link sent', { description: pending_email })
      else toast.success('Email changed', { description: email })
      router.refresh() // the account menu is rendered on the server
      onDone()
    },
  })
}

/** A new password, or the first one. */
export function PasswordForm({ profile, onDone }: FormProps) {
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
        <CurrentPasswordField
          label="Current password"
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
    schema: z.object({ current_password: currentPassword(profile), new_password: NewPassword }),
    defaultValues: { current_password: '', new_password: '' },
    send: async ({ current_password, new_password }) => {
      await change.mutateAsync({ new_password, ...(profile.has_password && { current_password }) })
      toast.success('Password saved', { description: 'All other sessions were signed out.' })
      onDone()
    },
  })
}

export function DeleteAccountForm({ profile, onDone }: FormProps) {
  const deletion = useMutation(deleteAccountMutation())
  const form = useApiForm({
    schema: z.object({ proof: profile.has_password ? currentPassword(profile) : TypedOwnEmail }),
    defaultValues: { proof: '' },
    fieldOf: { current_password: 'proof', email: 'proof' },
    send: async ({ proof }) => {
      await leaveAllTabs(paths.signInAfterDeletion, async () => {
        await deletion.mutateAsync(profile.has_password ? { current_password: proof } : { email: proof })
        await deletePlaygroundData(profile.id, profile.customer_id)
      })
    },
  })
  const { errors, isDirty, isSubmitting, isSubmitSuccessful } = form.formState
  return (
    <DialogForm
      // Busy until the next page has loaded.
      form={{ submit: form.submit, formState: { errors, isSubmitting: isSubmitting || isSubmitSuccessful } }}
      title="Delete account"
      description="You are signed out everywhere, and your API keys stop working immediately. Running tasks are cancelled. Images, videos, portraits, webhooks and history are erased. Invoices and ledger entries are kept as required by law, and a hash of your email, so that trial credit is given once. This can’t be undone."
      action="Delete account"
      variant="destructive"
      disabled={!isDirty}
      onCancel={onDone}
    >
      <LostCredit />
      <Proof profile={profile} registration={form.register('proof')} error={errors.proof?.message} />
    </DialogForm>
  )
}

export const TypedOwnEmail = z.string().trim().min(1, 'Enter your email.')

type ProofProps = { profile: Profile; registration: UseFormRegisterReturn; error: string | undefined }

/** The password, or the email where the person has no password. */
export function Proof({ profile: { has_password, email }, ...field }: ProofProps) {
  if (has_password) return <CurrentPasswordField label="Your password" email={email} {...field} />
  return <FormText label="Your email" hint={`Type ${email}`} type="email" autoComplete="off" {...field} />
}

function LostCredit() {
  const { data: balance } = useQuery({ ...balanceQuery(), enabled: useMay()('billing.read') })
  if (!balance || !/^\d.*[1-9]/.test(balance.balance)) return null
  return (
    <Alert tone="warning">
      You will lose {formatMoney(balance.balance, 'balance')} of unused credit. To get it back, ask for a
      refund first.
    </Alert>
  )
}

/** Required, except for a person without a password. */
export function currentPassword({ has_password }: Profile) {
  return z.string().min(has_password ? 1 : 0, 'Enter your password.')
}

type CurrentPasswordFieldProps = {
  label: string
  email: string
  registration: UseFormRegisterReturn
  error: string | undefined
}

/** The current password, confirmed before a sensitive change. */
export function CurrentPasswordField({ email, ...field }: CurrentPasswordFieldProps) {
  return (
    <>
      <PasswordOwner email={email} />
      <FormText {...field} type="password" autoComplete="current-password" />
    </>
  )
}

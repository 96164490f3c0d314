'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { SubmitFooter, useApiForm } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { NewPassword, PasswordOwner } from '@/components/identity/auth-fields'
import { forgetPlayground } from '@/components/playground/store/archive'
import { Alert } from '@/components/ui/alert'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { toast } from '@/components/ui/toast'
import { deleteAccountMutation } from '@/lib/account-deletion/queries'
import { balanceQuery } from '@/lib/billing/queries'
import { formatMoney } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import { changeEmailMutation, changePasswordMutation } from '@/lib/identity/queries'
import { PASSWORD_MIN_LENGTH, type Profile } from '@/lib/identity/schema'

type WindowProps = { open: boolean; profile: Profile; onDone: () => void }

type AccountWindowProps = Pick<WindowProps, 'open' | 'onDone'> & ComponentProps<typeof DialogContent>

/** A click beside it does not close it: what was typed would be lost. */
function AccountWindow({ open, onDone, ...content }: AccountWindowProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onDone()}>
      <DialogContent onInteractOutside={(event) => event.preventDefault()} {...content} />
    </Dialog>
  )
}

type EmailDialogProps = WindowProps & { sendsMail: boolean }

export function EmailDialog({ open, ...form }: EmailDialogProps) {
  return (
    <AccountWindow open={open} onDone={form.onDone}>
      <EmailForm {...form} />
    </AccountWindow>
  )
}

function EmailForm({ profile, sendsMail, onDone }: Omit<EmailDialogProps, 'open'>) {
  const { register, submit, formState } = useEmailForm(profile, sendsMail, onDone)
  const { errors, isSubmitting } = formState
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <DialogHeader>
        <DialogTitle>Change email</DialogTitle>
        <DialogDescription>
          {sendsMail
            ? 'A link goes to the new email. Until it is confirmed there, everything stays as it is.'
            : 'You sign in with the new email from then on.'}
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
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
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      </DialogBody>
      <SubmitFooter onCancel={onDone} loading={isSubmitting}>
        {sendsMail ? 'Mail the link' : 'Change email'}
      </SubmitFooter>
    </form>
  )
}

function useEmailForm(profile: Profile, sendsMail: boolean, onDone: () => void) {
  const router = useRouter()
  const change = useMutation(changeEmailMutation())
  return useApiForm({
    schema: z.object({
      email: z.string().trim().pipe(z.email('Enter the new email address.')),
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
    <AccountWindow open={open} onDone={form.onDone} aria-describedby={undefined}>
      <PasswordForm {...form} />
    </AccountWindow>
  )
}

function PasswordForm({ profile, onDone }: Omit<WindowProps, 'open'>) {
  const { register, submit, formState } = usePasswordForm(profile, onDone)
  const { errors, isSubmitting } = formState
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <DialogHeader>
        <DialogTitle>{profile.has_password ? 'Change password' : 'Set a password'}</DialogTitle>
      </DialogHeader>
      <DialogBody>
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
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      </DialogBody>
      <SubmitFooter onCancel={onDone} loading={isSubmitting}>
        Save password
      </SubmitFooter>
    </form>
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
    <AccountWindow open={open} onDone={form.onDone}>
      <DeleteAccountForm {...form} />
    </AccountWindow>
  )
}

function DeleteAccountForm({ profile, onDone }: Omit<WindowProps, 'open'>) {
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
        onCancel={onDone}
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

/** What has to be typed; nothing where there is no password yet. */
export function ownPassword({ has_password }: Profile) {
  return z.string().min(has_password ? 1 : 0, 'Enter your password.')
}

type OwnPasswordFieldProps = {
  label: string
  /** Whose it is. */
  email: string
  registration: UseFormRegisterReturn
  error: string | undefined
}

/** The password that a person has, asked for again before something that a stranger at the screen must not do. */
export function OwnPasswordField({ email, ...field }: OwnPasswordFieldProps) {
  return (
    <>
      <PasswordOwner email={email} />
      <FormText {...field} type="password" autoComplete="current-password" />
    </>
  )
}

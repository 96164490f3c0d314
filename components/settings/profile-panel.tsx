'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { z } from 'zod'
import { notOver, SubmitFooter, useApiForm } from '@/components/forms/api-form'
import { SavedField } from '@/components/forms/saved-field'
import { FormText } from '@/components/forms/text-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import {
  cancelEmailChangeMutation,
  changeEmailMutation,
  profileQuery,
  updateProfileMutation,
} from '@/lib/identity/queries'
import type { Profile } from '@/lib/identity/schema'
import { OwnPasswordField, ownPassword } from './own-password-field'
import { Setting } from './setting'

const Name = z.string().trim().min(1, 'Enter your name.').check(notOver(100))

type ProfilePanelProps = { name: string; email: string; customerId: string; sendsMail: boolean }

/** Who is signed in. What the page was drawn with stands until the profile has been read. */
export function ProfilePanel({ name, email, customerId, sendsMail }: ProfilePanelProps) {
  const router = useRouter()
  const profile = useQuery(profileQuery())
  const update = useMutation(updateProfileMutation())
  const save = async (next: string) => {
    await update.mutateAsync(next)
    toast.success('Name saved')
    router.refresh() // the account menu is drawn by the server
  }
  return (
    <Panel>
      <PanelHeader title="Profile" />
      <dl className="divide-y divide-line">
        <Setting name="Name">
          <div className="w-full max-w-sm">
            <SavedField
              label="Name"
              hideLabel
              schema={Name}
              value={profile.data?.name ?? name}
              onSave={save}
            />
          </div>
        </Setting>
        <EmailSetting email={profile.data?.email ?? email} profile={profile.data} sendsMail={sendsMail} />
        <Setting name="Customer" hint="Owns the keys, the balance and the usage">
          <span className="truncate font-mono text-xs">{customerId}</span>
          <CopyButton value={customerId} what="the customer’s id" />
        </Setting>
      </dl>
    </Panel>
  )
}

/** `profile` is not there until it has been read. */
type EmailSettingProps = { email: string; profile: Profile | undefined; sendsMail: boolean }

function EmailSetting({ email, profile, sendsMail }: EmailSettingProps) {
  const [open, setOpen] = useState(false)
  if (profile?.is_demo) return <Setting name="Email">{email}</Setting>
  const needsPassword = profile?.has_password === false && !sendsMail
  const hint = needsPassword ? 'To change it, set a password first' : 'What you sign in with'
  return (
    <Setting name="Email" hint={hint}>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
          <span className="wrap-anywhere" title={email}>
            {email}
          </span>
          <Button disabled={!profile || needsPassword} onClick={() => setOpen(true)}>
            Change email
          </Button>
        </div>
        {profile?.pending_email && <Pending email={profile.pending_email} />}
      </div>
      {profile && (
        <Dialog open={open} onOpenChange={setOpen}>
          <DialogContent onInteractOutside={(event) => event.preventDefault()}>
            <EmailForm profile={profile} sendsMail={sendsMail} onDone={() => setOpen(false)} />
          </DialogContent>
        </Dialog>
      )}
    </Setting>
  )
}

function Pending({ email }: { email: string }) {
  const cancel = useMutation(cancelEmailChangeMutation())
  return (
    <div className="flex items-start gap-x-3 gap-y-2 max-sm:flex-col sm:items-center">
      <p className="min-w-0 text-xs text-faint">
        <span className="font-medium text-muted wrap-anywhere">{email}</span> has to be confirmed by the link
        that was mailed there.
      </p>
      <Button
        size="sm"
        className="shrink-0"
        loading={cancel.isPending}
        onClick={() => cancel.mutate(undefined, { onError: (error) => toast.error(error.message) })}
      >
        Cancel the change
      </Button>
    </div>
  )
}

type EmailFormProps = { profile: Profile; sendsMail: boolean; onDone: () => void }

function EmailForm({ profile, sendsMail, onDone }: EmailFormProps) {
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

'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { errorsByField } from '@/components/forms/form-errors'
import { SavedField } from '@/components/forms/saved-field'
import { SubmitFooter } from '@/components/forms/submit-footer'
import { TextField } from '@/components/forms/text-field'
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
import {
  cancelEmailChangeMutation,
  changeEmailMutation,
  profileQuery,
  updateProfileMutation,
} from '@/lib/identity/queries'
import type { ChangeEmailRequest, Profile } from '@/lib/identity/schema'
import { OwnPasswordField } from './own-password-field'
import { Setting } from './setting'

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
            <SavedField label="Name" hideLabel value={profile.data?.name ?? name} onSave={save} />
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
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { change, save } = useEmailChange(sendsMail, onDone)
  const errors = errorsByField(change.error, ['email', 'current_password'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save({ email, ...(profile.has_password && { current_password: password }) })
  }
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
        <TextField
          label="New email"
          error={errors.at.email}
          type="email"
          autoComplete="off"
          placeholder="you@example.com"
          value={email}
          onChange={setEmail}
        />
        {profile.has_password && (
          <OwnPasswordField
            label="Your password"
            email={profile.email}
            error={errors.at.current_password}
            value={password}
            onChange={setPassword}
          />
        )}
        {errors.other && <Alert tone="danger">{errors.other}</Alert>}
      </DialogBody>
      <SubmitFooter
        onCancel={onDone}
        disabled={email.trim() === '' || (profile.has_password && password === '')}
        loading={change.isPending}
      >
        {sendsMail ? 'Mail the link' : 'Change email'}
      </SubmitFooter>
    </form>
  )
}

function useEmailChange(sendsMail: boolean, onDone: () => void) {
  const router = useRouter()
  const change = useMutation(changeEmailMutation())
  function save(request: ChangeEmailRequest): void {
    change.mutate(request, {
      onSuccess: ({ email, pending_email }) => {
        if (sendsMail && pending_email !== null)
          toast.success('Look into the mail of the new address', { description: pending_email })
        else toast.success('Email changed', { description: email })
        router.refresh() // the account menu is drawn by the server
        onDone()
      },
    })
  }
  return { change, save }
}

'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { formDialog } from '@/components/forms/form-dialog'
import { SavedField } from '@/components/forms/saved-field'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import {
  cancelEmailChangeMutation,
  profileQuery,
  updateProfileMutation,
} from '@/lib/account/identity/queries'
import type { Profile } from '@/lib/account/identity/schema'
import { lengthError } from '@/lib/client/format/text'

const EmailDialog = formDialog(() => import('./account-dialogs').then((module) => module.EmailForm))

const nameProblem = (name: string) => (name === '' ? 'Enter your name.' : lengthError(name, 100))

type ProfilePanelProps = { name: string; email: string; customerId: string; sendsMail: boolean }

/** Name, email and account ID. Shows the server-rendered values until the profile has loaded. */
export function ProfilePanel({ name, email, customerId, sendsMail }: ProfilePanelProps) {
  const router = useRouter()
  const profile = useQuery(profileQuery())
  const update = useMutation(updateProfileMutation())
  const save = async (next: string) => {
    await update.mutateAsync({ name: next })
    toast.success('Name saved')
    router.refresh() // the account menu is rendered on the server
  }
  return (
    <Panel>
      <PanelHeader title="Profile" />
      <dl className="divide-y divide-border">
        <Setting name="Name">
          <div className="w-full max-w-sm">
            <SavedField
              label="Name"
              hideLabel
              problem={nameProblem}
              value={profile.data?.name ?? name}
              onSave={save}
            />
          </div>
        </Setting>
        <EmailSetting email={profile.data?.email ?? email} profile={profile.data} sendsMail={sendsMail} />
        <Setting name="Account ID">
          <span className="truncate font-mono text-xs">{customerId}</span>
          <CopyButton value={customerId} what="account ID" />
        </Setting>
      </dl>
    </Panel>
  )
}

/** `profile`: undefined while loading. */
type EmailSettingProps = { email: string; profile: Profile | undefined; sendsMail: boolean }

function EmailSetting({ email, profile, sendsMail }: EmailSettingProps) {
  const [open, setOpen] = useState(false)
  if (profile?.is_demo)
    return (
      <Setting name="Email" hint="Used to sign in">
        {email}
      </Setting>
    )
  const needsPassword = profile?.has_password === false && !sendsMail
  const hint = needsPassword ? 'Set a password to change it' : 'Used to sign in'
  return (
    <Setting name="Email" hint={hint}>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
          <span className="wrap-anywhere" title={email}>
            {email}
          </span>
          <Button variant="outline" disabled={!profile || needsPassword} onClick={() => setOpen(true)}>
            Change email
          </Button>
        </div>
        {profile?.pending_email && <Pending email={profile.pending_email} />}
      </div>
      {profile && (
        <EmailDialog open={open} profile={profile} sendsMail={sendsMail} onDone={() => setOpen(false)} />
      )}
    </Setting>
  )
}

function Pending({ email }: { email: string }) {
  const cancel = useMutation(cancelEmailChangeMutation())
  return (
    <div className="flex items-start gap-x-3 gap-y-2 max-sm:flex-col sm:items-center">
      <p className="min-w-0 text-xs text-faint-foreground">
        <span className="font-medium text-muted-foreground wrap-anywhere">{email}</span> is not confirmed yet.
        Open the link that was sent to it.
      </p>
      <Button
        variant="outline"
        size="sm"
        className="shrink-0"
        loading={cancel.isPending}
        onClick={() => cancel.mutate(undefined, { onError: (error) => toast.error(error.message) })}
      >
        Cancel change
      </Button>
    </div>
  )
}

type SettingProps = { name: string; hint?: string; children: ReactNode }

/** One setting: its label at the left, its value or control at the right. */
export function Setting({ name, hint, children }: SettingProps) {
  return (
    <div className="grid gap-x-8 gap-y-2 px-4 py-3.5 sm:grid-cols-[14rem_minmax(0,1fr)] sm:items-center">
      <dt className="text-sm font-medium">
        {name}
        {hint && <span className="block text-xs font-normal text-faint-foreground">{hint}</span>}
      </dt>
      <dd className="flex min-w-0 items-center gap-1 text-sm text-muted-foreground">{children}</dd>
    </div>
  )
}

const DeleteAccountDialog = formDialog(() =>
  import('./account-dialogs').then((module) => module.DeleteAccountForm),
)

/** Operators cannot delete their account: one has to remain. */
export function DeleteAccountPanel({ isOperator }: { isOperator: boolean }) {
  const [open, setOpen] = useState(false)
  const { data: profile } = useQuery(profileQuery())
  return (
    <Panel>
      <PanelHeader title="Account" />
      <dl>
        <Setting name="Delete account" hint="This can’t be undone">
          {profile?.is_demo || isOperator ? (
            'An operator’s account cannot be deleted.'
          ) : (
            <Button variant="destructive-outline" disabled={!profile} onClick={() => setOpen(true)}>
              Delete account
            </Button>
          )}
        </Setting>
      </dl>
      {profile && <DeleteAccountDialog open={open} profile={profile} onDone={() => setOpen(false)} />}
    </Panel>
  )
}

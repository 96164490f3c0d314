'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { SavedField } from '@/components/forms/saved-field'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { whenOpened } from '@/components/ui/when-opened'
import {
  cancelEmailChangeMutation,
  profileQuery,
  updateProfileMutation,
} from '@/lib/account/identity/queries'
import type { Profile } from '@/lib/account/identity/schema'
import { overLength } from '@/lib/client/format/text'
import { Setting } from './setting'

const EmailDialog = whenOpened(
  () => import('./account-dialogs').then((module) => module.EmailDialog),
  ({ open }) => open,
)

const nameProblem = (name: string) => (name === '' ? 'Enter your name.' : overLength(name, 100))

type ProfilePanelProps = { name: string; email: string; customerId: string; sendsMail: boolean }

/** Name, email and account ID. Shows the server-rendered values until the profile has loaded. */
export function ProfilePanel({ name, email, customerId, sendsMail }: ProfilePanelProps) {
  const router = useRouter()
  const profile = useQuery(profileQuery())
  const update = useMutation(updateProfileMutation())
  const save = async (next: string) => {
    await update.mutateAsync(next)
    toast.success('Name saved')
    router.refresh() // the account menu is rendered on the server
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
  if (profile?.is_demo) return <Setting name="Email">{email}</Setting>
  const needsPassword = profile?.has_password === false && !sendsMail
  const hint = needsPassword ? 'Set a password to change it' : 'Used to sign in'
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
        <EmailDialog open={open} profile={profile} sendsMail={sendsMail} onDone={() => setOpen(false)} />
      )}
    </Setting>
  )
}

function Pending({ email }: { email: string }) {
  const cancel = useMutation(cancelEmailChangeMutation())
  return (
    <div className="flex items-start gap-x-3 gap-y-2 max-sm:flex-col sm:items-center">
      <p className="min-w-0 text-xs text-faint">
        <span className="font-medium text-muted wrap-anywhere">{email}</span> is not confirmed yet. Open the
        link that was sent to it.
      </p>
      <Button
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

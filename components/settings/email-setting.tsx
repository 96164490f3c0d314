'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { cancelEmailChangeMutation } from '@/lib/identity/queries'
import type { Profile } from '@/lib/identity/schema'
import { EmailForm } from './email-form'
import { Setting } from './setting'

/** `profile` is not there until it has been read. */
type EmailSettingProps = { email: string; profile: Profile | undefined; sendsMail: boolean }

export function EmailSetting({ email, profile, sendsMail }: EmailSettingProps) {
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

'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { toast } from 'sonner'
import { SavedField } from '@/components/forms/saved-field'
import { CopyButton } from '@/components/ui/copy-button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { profileQuery, updateProfileMutation } from '@/lib/identity/queries'
import { EmailSetting } from './email-setting'
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

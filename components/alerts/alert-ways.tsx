'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { SavedField } from '@/components/forms/saved-field'
import { SwitchRow } from '@/components/forms/switch-row'
import { Button } from '@/components/ui/button'
import { updateAlertsMutation } from '@/lib/alerts/queries'
import type { AlertSettingsReply } from '@/lib/alerts/schema'
import { webhookSettingsQuery } from '@/lib/callbacks/queries'
import { paths } from '@/lib/client/paths'
import { useSwitches } from './use-switches'

/** By which ways: mail, and the signed webhook. */
export function AlertWays({ settings }: { settings: AlertSettingsReply }) {
  return (
    <div className="flex flex-col gap-5 p-4">
      {settings.email.available ? <EmailWay settings={settings} /> : <NoEmail />}
      <WebhookWay />
    </div>
  )
}

function EmailWay({ settings }: { settings: AlertSettingsReply }) {
  const { set, shown } = useSwitches(settings)
  const update = useMutation(updateAlertsMutation())
  return (
    <div className="flex flex-col gap-3">
      <SwitchRow
        label="By email"
        hint="Leave it empty to use the address you signed up with"
        checked={shown.email}
        onCheckedChange={(enabled) => set({ email: { enabled } })}
      />
      <SavedField
        label="Email address"
        hideLabel
        type="email"
        value={settings.email.address ?? ''}
        disabled={!shown.email}
        onSave={(text) => update.mutateAsync({ email: { address: text === '' ? null : text } })}
      />
    </div>
  )
}

function NoEmail() {
  return (
    <div>
      <p className="text-sm font-medium">By email</p>
      <p className="text-xs text-faint">This installation has no mail server, so no mail is sent.</p>
    </div>
  )
}

function WebhookWay() {
  const { data } = useQuery(webhookSettingsQuery())
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p className="text-sm font-medium">By webhook</p>
        <p className="text-xs break-words text-faint">
          {data?.alert_url ?? 'A signed POST to a server of yours; no URL is set'}
        </p>
      </div>
      <Button asChild size="sm">
        <Link href={paths.webhooks}>{data?.alert_url ? 'Change' : 'Set up'}</Link>
      </Button>
    </div>
  )
}

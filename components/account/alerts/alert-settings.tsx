'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { LoadError } from '@/components/data/loaded'
import { SavedField } from '@/components/forms/saved-field'
import { SwitchRow } from '@/components/forms/switch-row'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/toast'
import { alertSettingsQuery, updateAlertsMutation } from '@/lib/account/alerts/queries'
import type { AlertSettingsReply, UpdateAlertsRequest } from '@/lib/account/alerts/schema'
import { plainAmount } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import { endpointsQuery, webhookSettingsQuery } from '@/lib/work/deliveries/queries'

/** The alerts of the account, and where they are sent. */
export function AlertSettings() {
  const settings = useQuery(alertSettingsQuery())
  return (
    <Panel>
      <PanelHeader title="Alerts" description="Sent before requests are refused." />
      {settings.isPending && <AlertSkeleton />}
      <LoadError query={settings} what="The alerts" />
      {settings.data && (
        <div className="grid grid-cols-1 divide-border max-md:divide-y md:grid-cols-2 md:divide-x">
          <AlertEvents settings={settings.data} />
          <AlertChannels settings={settings.data} />
        </div>
      )}
    </Panel>
  )
}

function AlertSkeleton() {
  return (
    <div role="status" className="grid gap-5 p-4 md:grid-cols-2">
      <span className="sr-only">Loading alerts</span>
      {[60, 44, 52, 38].map((width) => (
        <Skeleton key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}

const thresholdProblem = (line: string) =>
  /^\d{1,9}([.,]\d{1,9})?$/.test(line) ? undefined : 'Enter an amount in USD, such as 5.00.'

/** Which alerts are sent: low balance, spending limits. */
function AlertEvents({ settings }: { settings: AlertSettingsReply }) {
  const { set, shown } = useSwitches(settings)
  const update = useMutation(updateAlertsMutation())
  return (
    <div className="flex flex-col gap-5 p-4">
      <div className="flex flex-col gap-3">
        <SwitchRow
          label="Low balance"
          hint="Sent once each time the balance falls below this amount"
          checked={shown.lowBalance}
          onCheckedChange={(enabled) => set({ low_balance: { enabled } })}
        />
        <SavedField
          label="Low balance threshold"
          hideLabel
          prefix="$"
          inputMode="decimal"
          className="max-w-40"
          value={plainAmount(settings.low_balance.threshold_usd)}
          disabled={!shown.lowBalance}
          problem={thresholdProblem}
          onSave={(line) => update.mutateAsync({ low_balance: { threshold_usd: line.replace(',', '.') } })}
        />
      </div>
      <SwitchRow
        label="Spending limits"
        hint="Sent at 50%, 80% and 100% of a limit of a key, a project, a member or the organization, once per period"
        checked={shown.keyLimits}
        onCheckedChange={(enabled) => set({ key_limits: { enabled } })}
      />
    </div>
  )
}

/** Where alerts are sent: email and webhook. */
function AlertChannels({ settings }: { settings: AlertSettingsReply }) {
  return (
    <div className="flex flex-col gap-5 p-4">
      {settings.email.available ? <EmailChannel settings={settings} /> : <NoEmail />}
      <WebhookChannel />
    </div>
  )
}

function EmailChannel({ settings }: { settings: AlertSettingsReply }) {
  const { set, shown } = useSwitches(settings)
  const update = useMutation(updateAlertsMutation())
  return (
    <div className="flex flex-col gap-3">
      <SwitchRow
        label="By email"
        hint="Leave empty to use the address you signed up with"
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
      <p className="text-xs text-faint-foreground">Email is not configured on this installation.</p>
    </div>
  )
}

function WebhookChannel() {
  const { data } = useQuery(webhookSettingsQuery())
  const endpoints = useQuery(endpointsQuery()).data ?? []
  const urls = [
    data?.alert_url ?? [],
    ...endpoints.filter(({ enabled }) => enabled).map(({ url }) => url),
  ].flat()
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p className="text-sm font-medium">By webhook</p>
        <p className="text-xs break-words text-faint-foreground">
          {urls.length > 0 ? urls.join(', ') : 'Signed POST requests to your server. No endpoint set.'}
        </p>
      </div>
      <Button variant="outline" asChild size="sm">
        <Link href={paths.webhooks}>{urls.length > 0 ? 'Change' : 'Set up'}</Link>
      </Button>
    </div>
  )
}

/** The switches: each shows its new state at once, and reverts when saving fails. */
function useSwitches(settings: AlertSettingsReply) {
  const change = useMutation(updateAlertsMutation())
  const wanted: UpdateAlertsRequest = change.isPending ? change.variables : {}
  return {
    shown: {
      lowBalance: wanted.low_balance?.enabled ?? settings.low_balance.enabled,
      keyLimits: wanted.key_limits?.enabled ?? settings.key_limits.enabled,
      email: wanted.email?.enabled ?? settings.email.enabled,
    },
    set: (changes: UpdateAlertsRequest) =>
      change.mutate(changes, { onError: (error) => toast.error(error.message) }),
  }
}

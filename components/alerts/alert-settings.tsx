'use client'

import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '@/components/ui/error-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { alertSettingsQuery } from '@/lib/alerts/queries'
import { AlertEvents } from './alert-events'
import { AlertWays } from './alert-ways'

/** What the account is alerted of, and how it is told. */
export function AlertSettings() {
  const settings = useQuery(alertSettingsQuery())
  return (
    <Panel>
      <PanelHeader title="Alerts" description="Sent once, before requests are refused." />
      {settings.isPending && <AlertSkeleton />}
      {settings.error && !settings.data && (
        <ErrorState
          title="The alerts could not be loaded"
          error={settings.error}
          onRetry={() => void settings.refetch()}
          retrying={settings.isFetching}
        />
      )}
      {settings.data && (
        <div className="grid grid-cols-1 divide-line max-md:divide-y md:grid-cols-2 md:divide-x">
          <AlertEvents settings={settings.data} />
          <AlertWays settings={settings.data} />
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

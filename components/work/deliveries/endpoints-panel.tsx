'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { LoadError, RowsSkeleton } from '@/components/data/loaded'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Switch } from '@/components/ui/switch'
import { toast } from '@/components/ui/toast'
import { whenOpened } from '@/components/ui/when-opened'
import {
  changeEndpointMutation,
  endpointsQuery,
  removeEndpointMutation,
  updateWebhooksMutation,
  webhookSettingsQuery,
} from '@/lib/work/deliveries/queries'
import type { UpdateEndpointRequest, WebhookEndpoint } from '@/lib/work/deliveries/schema'
import { accountEvents, EventChoices } from './event-choices'

const AddEndpoint = whenOpened(() => import('./add-endpoint').then((module) => module.AddEndpoint))
/** Endpoints and their events. */
export function EndpointsPanel() {
  const endpoints = useQuery(endpointsQuery())
  const alertUrl = useQuery(webhookSettingsQuery()).data?.alert_url ?? null
  const [isAdding, setAdding] = useState(false)
  return (
    <Panel aria-label="Endpoints">
      <PanelHeader
        title="Endpoints"
        description="Choose events per endpoint."
        actions={
          <Button size="sm" variant="outline" disabled={isAdding} onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            New endpoint
          </Button>
        }
      />
      {endpoints.isPending && <RowsSkeleton what="the endpoints" rows={2} />}
      <LoadError query={endpoints} what="The endpoints" />
      {endpoints.data && (
        <ul aria-label="Endpoints" className="divide-y divide-border">
          {alertUrl !== null && <AlertUrlItem url={alertUrl} />}
          {endpoints.data.map((endpoint) => (
            <EndpointItem key={endpoint.id} endpoint={endpoint} />
          ))}
        </ul>
      )}
      {endpoints.data?.length === 0 && alertUrl === null && !isAdding && (
        <p className="grid h-[6.0625rem] place-items-center px-4 text-center text-sm text-muted-foreground">
          No endpoints yet. Add one to get events of your account.
        </p>
      )}
      {isAdding && <AddEndpoint />}
    </Panel>
  )
}

/** The alert URL of the API, which gets all events of the account. */
function AlertUrlItem({ url }: { url: string }) {
  const update = useMutation(updateWebhooksMutation())
  return (
    <li className="flex items-center gap-3 border-b border-border p-4 last:border-b-0">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-mono text-xs" title={url}>
          {url}
        </span>
        <span className="mt-1 block text-xs text-faint-foreground">
          All events: the <code className="font-mono">alert_url</code> of the API
        </span>
      </span>
      <RemoveUrl
        url={url}
        loading={update.isPending}
        onRemove={() => update.mutate({ alert_url: null }, removed)}
      />
    </li>
  )
}

const onError = (error: Error) => toast.error(error.message)
const removed = { onSuccess: () => toast.success('Endpoint removed'), onError }

type RemoveUrlProps = { url: string; loading: boolean; onRemove: () => void }

function RemoveUrl({ url, loading, onRemove }: RemoveUrlProps) {
  return (
    <Button size="icon-sm" variant="ghost" aria-label={`Remove ${url}`} loading={loading} onClick={onRemove}>
      <Trash2 aria-hidden="true" />
    </Button>
  )
}

function EndpointItem({ endpoint }: { endpoint: WebhookEndpoint }) {
  const change = useMutation(changeEndpointMutation())
  const remove = useMutation(removeEndpointMutation())
  const { id, url } = endpoint
  const wanted: UpdateEndpointRequest = change.isPending ? change.variables : {}
  const events = wanted.events ?? accountEvents.filter((event) => endpoint.events.includes(event))
  return (
    <li className="flex flex-col gap-3 border-b border-border p-4 last:border-b-0">
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1 truncate font-mono text-xs" title={url}>
          {url}
        </span>
        <Switch
          aria-label={`Send to ${url}`}
          checked={wanted.enabled ?? endpoint.enabled}
          onCheckedChange={(enabled) => change.mutate({ id, enabled }, { onError })}
        />
        <RemoveUrl url={url} loading={remove.isPending} onRemove={() => remove.mutate(id, removed)} />
      </div>
      <EventChoices chosen={events} onChange={(next) => change.mutate({ id, events: next }, { onError })} />
    </li>
  )
}

'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { LoadError, RowsSkeleton } from '@/components/data/loaded'
import { useApiForm } from '@/components/forms/api-form'
import { Choice } from '@/components/forms/choice'
import { FormText } from '@/components/forms/text-field'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Switch } from '@/components/ui/switch'
import { toast } from '@/components/ui/toast'
import {
  changeEndpointMutation,
  createEndpointMutation,
  endpointsQuery,
  removeEndpointMutation,
} from '@/lib/work/deliveries/queries'
import { AccountEvent, type UpdateEndpointRequest, type WebhookEndpoint } from '@/lib/work/deliveries/schema'

const eventNames: Record<AccountEvent, string> = {
  'balance.low': 'Low balance',
  'api_key.limit_reached': 'API key limits',
  'top_up.failed': 'Automatic top-up failed',
  'model.ending': 'Model about to end',
}

/** Endpoints and their events. */
export function EndpointsPanel() {
  const endpoints = useQuery(endpointsQuery())
  return (
    <Panel aria-label="Endpoints">
      <PanelHeader title="Endpoints" description="Choose events per endpoint." />
      {endpoints.isPending && <RowsSkeleton what="the endpoints" rows={2} />}
      <LoadError query={endpoints} what="The endpoints" />
      {endpoints.data && (
        <ul aria-label="Endpoints" className="divide-y divide-border">
          {endpoints.data.map((endpoint) => (
            <EndpointItem key={endpoint.id} endpoint={endpoint} />
          ))}
        </ul>
      )}
      {endpoints.data && <AddEndpoint isFirst={endpoints.data.length === 0} />}
    </Panel>
  )
}

function EndpointItem({ endpoint }: { endpoint: WebhookEndpoint }) {
  const change = useMutation(changeEndpointMutation())
  const remove = useMutation(removeEndpointMutation())
  const { id, url } = endpoint
  const wanted: UpdateEndpointRequest = change.isPending ? change.variables : {}
  const events = wanted.events ?? AccountEvent.options.filter((event) => endpoint.events.includes(event))
  const onError = (error: Error) => toast.error(error.message)
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
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={`Remove ${url}`}
          loading={remove.isPending}
          onClick={() => remove.mutate(id, { onSuccess: () => toast.success('Endpoint removed'), onError })}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      <EventChoices chosen={events} onChange={(next) => change.mutate({ id, events: next }, { onError })} />
    </li>
  )
}

type EventChoicesProps = { chosen: AccountEvent[]; onChange: (events: AccountEvent[]) => void }

/** At least one event stays on; to stop an endpoint, it is turned off or removed. */
function EventChoices({ chosen, onChange }: EventChoicesProps) {
  return (
    <fieldset className="grid gap-2 sm:grid-cols-3">
      <legend className="sr-only">Events</legend>
      {AccountEvent.options.map((event) => (
        <Choice
          key={event}
          label={eventNames[event]}
          hint={<code className="font-mono">{event}</code>}
          checked={chosen.includes(event)}
          onCheckedChange={(isOn) => {
            const next = AccountEvent.options.filter((one) => (one === event ? isOn : chosen.includes(one)))
            if (next.length > 0) onChange(next)
          }}
        />
      ))}
    </fieldset>
  )
}

/** The URL of a webhook, as typed. */
export const WebhookUrl = z
  .string()
  .trim()
  .refine(URL.canParse, 'Enter a full URL, such as https://example.com/webhooks.')

const NewEndpoint = z.object({ url: WebhookUrl, events: z.array(AccountEvent) })

function AddEndpoint({ isFirst }: { isFirst: boolean }) {
  const create = useMutation(createEndpointMutation())
  const { register, control, submit, resetField, formState } = useApiForm({
    schema: NewEndpoint,
    defaultValues: { url: '', events: [...AccountEvent.options] },
    otherwise: 'url',
    send: async (endpoint) => {
      await create.mutateAsync(endpoint)
      resetField('url')
      toast.success('Endpoint added')
    },
  })
  const { field: events } = useController({ control, name: 'events' })
  return (
    <form
      noValidate
      onSubmit={submit}
      className={isFirst ? 'flex flex-col gap-4 p-4' : 'flex flex-col gap-4 border-t border-border p-4'}
    >
      <FormText
        label="New endpoint"
        registration={register('url')}
        error={formState.errors.url?.message}
        type="url"
        autoComplete="off"
        placeholder="https://example.com/webhooks"
      />
      <EventChoices chosen={events.value} onChange={events.onChange} />
      <div>
        <Button variant="outline" type="submit" loading={formState.isSubmitting}>
          Add endpoint
        </Button>
      </div>
    </form>
  )
}

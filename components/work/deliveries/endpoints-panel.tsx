'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { LoadError, RowsSkeleton } from '@/components/data/loaded'
import { Choice } from '@/components/forms/choice'
import { TextField } from '@/components/forms/text-field'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Switch } from '@/components/ui/switch'
import { toast } from '@/components/ui/toast'
import { sentenceOf } from '@/lib/client/format/text'
import {
  changeEndpointMutation,
  createEndpointMutation,
  endpointsQuery,
  removeEndpointMutation,
} from '@/lib/work/deliveries/queries'
import type { AccountEvent, UpdateEndpointRequest, WebhookEndpoint } from '@/lib/work/deliveries/schema'

const words: Record<AccountEvent, string> = {
  'balance.low': 'Low balance',
  'api_key.limit_reached': 'API key limits',
  'top_up.failed': 'Automatic top-up failed',
}

const allEvents: readonly AccountEvent[] = ['balance.low', 'api_key.limit_reached', 'top_up.failed']

/** More URLs, each with the events that it wants. */
export function EndpointsPanel() {
  const endpoints = useQuery(endpointsQuery())
  return (
    <Panel aria-label="Endpoints">
      <PanelHeader
        title="Endpoints"
        description="Each gets the events that it wants, signed like all others."
      />
      {endpoints.isPending && <RowsSkeleton what="the endpoints" rows={2} />}
      <LoadError query={endpoints} what="The endpoints" />
      {endpoints.data && (
        <ul aria-label="Endpoints" className="divide-y divide-line">
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
  const events = wanted.events ?? allEvents.filter((event) => endpoint.events.includes(event))
  const onError = (error: Error) => toast.error(error.message)
  return (
    <li className="flex flex-col gap-3 border-b border-line p-4 last:border-b-0">
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

/** The last one stays: an endpoint that wants nothing is switched off or removed. */
function EventChoices({ chosen, onChange }: EventChoicesProps) {
  return (
    <fieldset className="grid gap-2 sm:grid-cols-3">
      <legend className="sr-only">Events</legend>
      {allEvents.map((event) => (
        <Choice
          key={event}
          label={words[event]}
          hint={<code className="font-mono">{event}</code>}
          checked={chosen.includes(event)}
          onCheckedChange={(isOn) => {
            const next = allEvents.filter((one) => (one === event ? isOn : chosen.includes(one)))
            if (next.length > 0) onChange(next)
          }}
        />
      ))}
    </fieldset>
  )
}

function AddEndpoint({ isFirst }: { isFirst: boolean }) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<AccountEvent[]>([...allEvents])
  const [problem, setProblem] = useState<string>()
  const create = useMutation(createEndpointMutation())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!URL.canParse(url.trim()))
      return setProblem('Enter a whole URL, such as https://example.com/webhooks.')
    create.mutate(
      { url: url.trim(), events },
      {
        onSuccess: () => {
          setUrl('')
          toast.success('Endpoint added')
        },
        onError: (error) => setProblem(sentenceOf(error)),
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      className={isFirst ? 'flex flex-col gap-4 p-4' : 'flex flex-col gap-4 border-t border-line p-4'}
    >
      <TextField
        label="New endpoint"
        value={url}
        onChange={(text) => {
          setUrl(text)
          setProblem(undefined)
        }}
        error={problem}
        type="url"
        autoComplete="off"
        placeholder="https://example.com/webhooks"
      />
      <EventChoices chosen={events} onChange={setEvents} />
      <div>
        <Button type="submit" loading={create.isPending}>
          Add endpoint
        </Button>
      </div>
    </form>
  )
}

import { Choice } from '@/components/forms/choice'
import type { AccountEvent } from '@/lib/work/deliveries/schema'

const eventNames: Record<AccountEvent, string> = {
  'balance.low': 'Low balance',
  'api_key.limit_reached': 'API key limits',
  'spend_limit.reached': 'Other spending limits',
  'top_up.failed': 'Automatic top-up failed',
  'model.ending': 'Model about to end',
}

const isEvent = (name: string): name is AccountEvent => Object.hasOwn(eventNames, name)

/** Not the schema's options: only its types are bundled with the page. */
export const accountEvents = Object.keys(eventNames).filter(isEvent)

type EventChoicesProps = { chosen: AccountEvent[]; onChange: (events: AccountEvent[]) => void }

/** At least one event stays on; to stop an endpoint, it is turned off or removed. */
export function EventChoices({ chosen, onChange }: EventChoicesProps) {
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
      <legend className="sr-only">Events</legend>
      {accountEvents.map((event) => (
        <Choice
          key={event}
          label={eventNames[event]}
          hint={<code className="font-mono">{event}</code>}
          checked={chosen.includes(event)}
          onCheckedChange={(isOn) => {
            const next = accountEvents.filter((one) => (one === event ? isOn : chosen.includes(one)))
            if (next.length > 0) onChange(next)
          }}
        />
      ))}
    </fieldset>
  )
}

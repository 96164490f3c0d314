import { RelativeTime } from '@/components/data/relative-time'
import { DeliveryState } from './delivery-state'
import type { DeliveryListProps } from './delivery-table'

/** The table of deliveries for narrow screens: the whole of a card opens its delivery. */
export function DeliveryCards({ deliveries, onOpen }: DeliveryListProps) {
  return (
    <ul aria-label="Deliveries" className="divide-y divide-line">
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <button
            type="button"
            onClick={() => onOpen(delivery.id)}
            className="flex w-full flex-col gap-1 px-4 py-3 text-left text-sm focus-visible:-outline-offset-2 active:bg-hover"
          >
            <span className="flex w-full items-baseline justify-between gap-3">
              <span className="min-w-0 truncate font-medium">{delivery.event}</span>
              <DeliveryState delivery={delivery} />
            </span>
            <span className="w-full truncate text-xs text-muted">{delivery.url}</span>
            <span className="figures text-xs text-faint">
              <RelativeTime at={delivery.created_at} /> · {countAttempts(delivery.attempts.length)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function countAttempts(count: number): string {
  return count === 1 ? '1 attempt' : `${count} attempts`
}

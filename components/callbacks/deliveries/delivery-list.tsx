import { DeliveryCards } from './delivery-cards'
import { type DeliveryListProps, DeliveryTable } from './delivery-table'

/** Deliveries, as a table or as cards, each of which opens its attempts. */
export function DeliveryList(props: DeliveryListProps) {
  return (
    <div className="@container">
      <div className="hidden @min-[48rem]:block">
        <DeliveryTable {...props} />
      </div>
      <div className="@min-[48rem]:hidden">
        <DeliveryCards {...props} />
      </div>
    </div>
  )
}

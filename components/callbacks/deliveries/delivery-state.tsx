import { StatusDot } from '@/components/ui/badge'
import type { Delivery } from '@/lib/callbacks/schema'

/** Where a delivery stands, in a word. */
export function DeliveryState({ delivery }: { delivery: Pick<Delivery, 'status' | 'attempts'> }) {
  if (delivery.status === 'delivered') return <StatusDot tone="success">Delivered</StatusDot>
  if (delivery.status === 'failed') return <StatusDot tone="danger">Failed</StatusDot>
  const isRetry = delivery.attempts.length > 0
  return <StatusDot tone={isRetry ? 'warning' : 'neutral'}>{isRetry ? 'Retrying' : 'Pending'}</StatusDot>
}

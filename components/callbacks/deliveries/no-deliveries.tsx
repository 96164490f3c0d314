import { Webhook } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

type NoDeliveriesProps = { isFiltered: boolean; onTest: () => void }

export function NoDeliveries({ isFiltered, onTest }: NoDeliveriesProps) {
  if (isFiltered)
    return (
      <EmptyState
        title="No matching deliveries"
        description="No delivery of the last 30 days has this status."
      />
    )
  return (
    <EmptyState
      icon={<Webhook />}
      title="Nothing was sent yet"
      description="Give a video task a callback URL, or set an alert URL. Each attempt is listed here with its request and its answer."
      action={<Button onClick={onTest}>Send a test</Button>}
    />
  )
}

import { StatusDot } from '@/components/ui/badge'
import type { RecentItem } from '@/lib/money/usage/schema'

/** How a request ended; a failure's code is its title. */
export function RequestStatus({ request }: { request: RecentItem }) {
  if (request.status === 'failed')
    return (
      <span title={request.error_code ?? undefined}>
        <StatusDot tone="danger">Failed</StatusDot>
      </span>
    )
  if (request.status === 'refunded') return <StatusDot tone="warning">Refunded</StatusDot>
  if (request.finish_reason === 'aborted') return <StatusDot tone="neutral">Aborted</StatusDot>
  return <StatusDot tone="success">Success</StatusDot>
}

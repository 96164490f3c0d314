import { RelativeTime } from '@/components/data/relative-time'
import { formatCostInColumn } from '@/lib/client/format/money'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import { RequestStatus } from './request-status'
import type { RequestListProps } from './request-table'

/** The table of requests for narrow screens: two lines each, the whole of it opens the request. */
export function RequestCards({ requests, onOpen }: RequestListProps) {
  return (
    <ul aria-label="Requests" className="divide-y divide-line">
      {requests.map((request) => (
        <li key={request.id}>
          <button
            type="button"
            onClick={() => onOpen(request)}
            className="flex w-full flex-col gap-1 px-4 py-3 text-left text-sm focus-visible:-outline-offset-2 active:bg-hover"
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate font-medium">{request.model_name}</span>
              <span className="figures shrink-0">{formatCostInColumn(request.cost)}</span>
            </span>
            <span className="flex items-center justify-between gap-3 text-xs text-faint">
              <RequestStatus request={request} />
              <span className="figures truncate">
                {formatNumber(request.total_tokens)} tokens · {formatDuration(request.latency_ms)} ·{' '}
                <RelativeTime at={request.created_at} />
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

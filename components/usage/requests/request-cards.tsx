'use client'

import { useRef } from 'react'
import { RecentTime } from '@/components/data/recent-time'
import { useVisibleRows } from '@/components/data/use-visible-rows'
import { cn } from '@/components/ui/cn'
import { formatCostInColumn, toNanos } from '@/lib/client/format/money'
import { formatDuration } from '@/lib/client/format/number'
import { formatAmount } from '../breakdown/format-amount'
import { RequestStatus } from './request-status'
import type { RequestRowsProps } from './request-table'

/** The table of requests for narrow screens: two lines each, the whole of it opens the request. */
export function RequestCards({ requests, zone, onOpen }: RequestRowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const { first, last, above, below } = useVisibleRows(list, requests.length)
  return (
    <ul
      ref={list}
      aria-label="Requests"
      className="divide-y divide-line"
      style={{ paddingTop: above, paddingBottom: below }}
    >
      {requests.slice(first, last).map((request, place) => (
        <li key={request.id} data-row aria-setsize={requests.length} aria-posinset={first + place + 1}>
          <button
            type="button"
            onClick={() => onOpen(request.id)}
            className="flex w-full flex-col gap-1 px-4 py-3 text-left text-sm focus-visible:-outline-offset-2 active:bg-hover"
          >
            <span className="flex w-full items-baseline justify-between gap-3">
              <span className="min-w-0 truncate font-medium">{request.model_name}</span>
              <span className={cn('figures shrink-0', toNanos(request.cost) === 0n && 'text-faint')}>
                {formatCostInColumn(request.cost)}
              </span>
            </span>
            <span className="flex w-full items-center justify-between gap-3 text-xs text-faint">
              <RequestStatus request={request} />
              <span className="figures truncate">
                {request.status !== 'failed' && `${formatAmount(request)} · `}
                {formatDuration(request.latency_ms)} · <RecentTime at={request.created_at} zone={zone} />
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

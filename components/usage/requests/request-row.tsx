import { memo } from 'react'
import { RecentTime } from '@/components/data/recent-time'
import { cn } from '@/components/ui/cn'
import { PressableRow } from '@/components/ui/pressable-row'
import { TableCell } from '@/components/ui/table'
import { formatCostInColumn, toNanos } from '@/lib/client/format/money'
import { formatDuration } from '@/lib/client/format/number'
import type { RecentItem } from '@/lib/usage/schema'
import { formatAmount } from '../breakdown/format-amount'
import { RequestStatus } from './request-status'

type RequestRowProps = {
  request: RecentItem
  rowIndex: number
  zone: string | undefined
  onOpen: (id: string) => void
}

/** One line of the table of requests. Kept as it is while the list scrolls around it. */
export const RequestRow = memo(function RequestRow({ request, rowIndex, zone, onOpen }: RequestRowProps) {
  return (
    <PressableRow data-row aria-rowindex={rowIndex}>
      <TableCell className="whitespace-nowrap text-muted">
        <RecentTime at={request.created_at} zone={zone} />
      </TableCell>
      <TableCell>
        <RequestStatus request={request} />
      </TableCell>
      <TableCell>
        <button
          type="button"
          onClick={() => onOpen(request.id)}
          title={request.model_id}
          className="block max-w-full truncate rounded-xs text-left font-medium decoration-line-strong underline-offset-3 hover:underline"
        >
          {request.model_name}
        </button>
      </TableCell>
      <TableCell>
        <span
          dir="auto"
          className="block truncate text-left text-muted"
          title={request.api_key_name ?? undefined}
        >
          {request.api_key_name ?? 'Console'}
        </span>
      </TableCell>
      <TableCell numeric className="truncate">
        {formatAmount(request)}
      </TableCell>
      <TableCell
        numeric
        title={request.cost_str}
        className={cn(toNanos(request.cost) === 0n && 'text-faint')}
      >
        {formatCostInColumn(request.cost)}
      </TableCell>
      <TableCell numeric className="text-muted">
        {request.ttft_ms === null ? '–' : formatDuration(request.ttft_ms)}
      </TableCell>
      <TableCell numeric className="text-muted">
        {formatDuration(request.latency_ms)}
      </TableCell>
    </PressableRow>
  )
})

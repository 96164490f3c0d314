import { RelativeTime } from '@/components/data/relative-time'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { formatCostInColumn } from '@/lib/client/format/money'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import type { RecentItem } from '@/lib/usage/schema'
import { RequestStatus } from './request-status'

export type RequestListProps = {
  requests: readonly RecentItem[]
  onOpen: (request: RecentItem) => void
}

export function RequestTable({ requests, onOpen }: RequestListProps) {
  return (
    <Table label="Requests" className="table-fixed">
      <TableHeader>
        <tr>
          <TableHead className="w-[12%]">Time</TableHead>
          <TableHead className="w-[11%]">Status</TableHead>
          <TableHead className="w-[24%]">Model</TableHead>
          <TableHead className="w-[17%]">Key</TableHead>
          <TableHead numeric className="w-[9%]">
            Tokens
          </TableHead>
          <TableHead numeric className="w-[10%]">
            Cost
          </TableHead>
          <TableHead numeric className="w-[9%]">
            <abbr title="Time to the first token" className="no-underline">
              TTFT
            </abbr>
          </TableHead>
          <TableHead numeric className="w-[9%]">
            Latency
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {requests.map((request) => (
          <TableRow key={request.id} interactive>
            <TableCell className="whitespace-nowrap text-muted">
              <RelativeTime at={request.created_at} />
            </TableCell>
            <TableCell>
              <RequestStatus request={request} />
            </TableCell>
            <TableCell>
              <button
                type="button"
                onClick={() => onOpen(request)}
                title={request.model_id}
                className="block max-w-full truncate rounded-xs text-left font-medium decoration-line-strong underline-offset-3 hover:underline"
              >
                {request.model_name}
              </button>
            </TableCell>
            <TableCell>
              <span className="block truncate text-muted" title={request.api_key_name ?? undefined}>
                {request.api_key_name ?? 'Console'}
              </span>
            </TableCell>
            <TableCell numeric>{formatNumber(request.total_tokens)}</TableCell>
            <TableCell numeric title={request.cost_str}>
              {formatCostInColumn(request.cost)}
            </TableCell>
            <TableCell numeric className="text-muted">
              {request.ttft_ms === null ? '–' : formatDuration(request.ttft_ms)}
            </TableCell>
            <TableCell numeric className="text-muted">
              {formatDuration(request.latency_ms)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

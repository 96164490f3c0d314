'use client'

import { memo, useMemo, useRef } from 'react'
import { Amount, decimalsIn } from '@/components/data/amount'
import { Dash } from '@/components/data/figure-table'
import { ExactTime } from '@/components/data/relative-time'
import { useVisibleRows } from '@/components/data/visible-rows'
import { cn } from '@/components/ui/cn'
import { PressableRow } from '@/components/ui/pressable-row'
import { Table, TableBody, TableCell, TableHead, TableHeader } from '@/components/ui/table'
import { whenOpened } from '@/components/ui/when-opened'
import { toNanos } from '@/lib/client/format/money'
import { formatDuration } from '@/lib/client/format/number'
import type { LiveItem } from '@/lib/money/usage/schema'
import { formatAmount } from '../figures'
import { RequestStatus } from './request-status'

const RequestSheet = whenOpened(
  () => import('./request-sheet').then((module) => module.RequestSheet),
  ({ id }) => id !== null,
)

type RequestListProps = {
  requests: readonly LiveItem[]
  /** The request whose details are open, listed or not. */
  openedId: string | null
  onOpenedChange: (id: string | null) => void
  /** The time zone of times; absent: the browser's. */
  zone?: string | undefined
}

/** Requests as a table, or as cards on narrow screens; each opens its details. */
export function RequestList({ requests, openedId, onOpenedChange, zone }: RequestListProps) {
  return (
    <>
      {requests.length > 0 && (
        <div className="@container">
          <div className="hidden @min-[54rem]:block">
            <RequestTable requests={requests} zone={zone} onOpen={onOpenedChange} />
          </div>
          <div className="@min-[54rem]:hidden">
            <RequestCards requests={requests} zone={zone} onOpen={onOpenedChange} />
          </div>
        </div>
      )}
      <RequestSheet
        id={openedId}
        known={requests.find(({ id }) => id === openedId)}
        zone={zone}
        onClose={() => onOpenedChange(null)}
      />
    </>
  )
}

type RequestRowsProps = {
  requests: readonly LiveItem[]
  zone: string | undefined
  onOpen: (id: string) => void
}

function RequestTable({ requests, zone, onOpen }: RequestRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { first, last, above, below } = useVisibleRows(body, requests.length)
  const isOfAll = requests[0]?.customer_name !== undefined
  const decimals = useMemo(
    () =>
      decimalsIn(
        requests.map(({ cost }) => cost),
        'sum',
      ),
    [requests],
  )
  return (
    <Table label="Requests" className="table-fixed" aria-rowcount={requests.length + 1}>
      <TableHeader>
        <tr>
          <TableHead className="w-[14%]">Time</TableHead>
          <TableHead className="w-[11%]">Status</TableHead>
          <TableHead className="w-[20%]">Model</TableHead>
          <TableHead className="w-[14%]">{isOfAll ? 'Customer' : 'Key'}</TableHead>
          <TableHead numeric className="w-[12%]">
            Used
          </TableHead>
          <TableHead numeric className="w-[10%]">
            Cost
          </TableHead>
          <TableHead numeric className="w-[8%]">
            <abbr title="Time to the first token" className="no-underline">
              TTFT
            </abbr>
          </TableHead>
          <TableHead numeric className="w-[11%]">
            Latency
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody ref={body}>
        {above > 0 && <SpacerRow height={above} />}
        {requests.slice(first, last).map((request, index) => (
          <RequestRow
            key={request.id}
            request={request}
            rowIndex={first + index + 2}
            decimals={decimals}
            zone={zone}
            onOpen={onOpen}
          />
        ))}
        {below > 0 && <SpacerRow height={below} />}
      </TableBody>
    </Table>
  )
}

/** Takes the height of rows that are not rendered. */
function SpacerRow({ height }: { height: number }) {
  return (
    <tr>
      <td colSpan={8} className="p-0" style={{ height }} />
    </tr>
  )
}

type RequestRowProps = {
  request: LiveItem
  rowIndex: number
  /** Of all costs in the column. */
  decimals: number
  zone: string | undefined
  onOpen: (id: string) => void
}

/** One row, memoized so that scrolling does not render it again. */
const RequestRow = memo(function RequestRow({ request, rowIndex, decimals, zone, onOpen }: RequestRowProps) {
  return (
    <PressableRow data-row aria-rowindex={rowIndex}>
      <TableCell className="whitespace-nowrap text-muted-foreground">
        <ExactTime at={request.created_at} zone={zone} />
      </TableCell>
      <TableCell>
        <RequestStatus request={request} />
      </TableCell>
      <TableCell>
        <button
          type="button"
          onClick={() => onOpen(request.id)}
          title={request.model_id}
          className="block max-w-full truncate rounded-xs text-left font-medium decoration-border-strong underline-offset-3 hover:underline"
        >
          {request.model_name}
        </button>
      </TableCell>
      <TableCell>
        <span
          dir="auto"
          className="block truncate text-left text-muted-foreground"
          title={request.customer_name ?? request.api_key_name ?? undefined}
        >
          {request.customer_name ?? request.api_key_name ?? 'Console'}
        </span>
      </TableCell>
      <TableCell numeric className="truncate">
        {formatAmount(request)}
      </TableCell>
      <TableCell
        numeric
        title={request.cost_str}
        className={cn(toNanos(request.cost) === 0n && 'text-faint-foreground')}
      >
        <Cost request={request} decimals={decimals} />
      </TableCell>
      <TableCell numeric className="text-muted-foreground">
        {request.ttft_ms === null ? '–' : formatDuration(request.ttft_ms)}
      </TableCell>
      <TableCell numeric className="text-muted-foreground">
        {formatDuration(request.latency_ms)}
      </TableCell>
    </PressableRow>
  )
})

/** What a request cost; a dash if it failed, which costs nothing. */
function Cost({ request: { status, cost }, decimals }: { request: LiveItem; decimals: number }) {
  if (status === 'failed' && toNanos(cost) === 0n) return <Dash label="nothing" />
  return <Amount usd={cost} at="sum" decimals={decimals} />
}

/** Requests on narrow screens, two lines each. */
function RequestCards({ requests, zone, onOpen }: RequestRowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const { first, last, above, below } = useVisibleRows(list, requests.length)
  return (
    <ul
      ref={list}
      aria-label="Requests"
      className="divide-y divide-border"
      style={{ paddingTop: above, paddingBottom: below }}
    >
      {requests.slice(first, last).map((request, index) => (
        <li key={request.id} data-row aria-setsize={requests.length} aria-posinset={first + index + 1}>
          <button
            type="button"
            onClick={() => onOpen(request.id)}
            className="flex w-full flex-col gap-1 px-4 py-3 text-left text-sm focus-visible:-outline-offset-2 active:bg-accent"
          >
            <span className="flex w-full items-baseline justify-between gap-3">
              <span className="min-w-0 truncate font-medium">
                {request.model_name}
                {request.customer_name !== undefined && ` · ${request.customer_name}`}
              </span>
              <span
                className={cn('figures shrink-0', toNanos(request.cost) === 0n && 'text-faint-foreground')}
              >
                <Cost request={request} decimals={0} />
              </span>
            </span>
            <span className="flex w-full items-center justify-between gap-3 text-xs text-faint-foreground">
              <RequestStatus request={request} />
              <span className="figures truncate">
                {request.status !== 'failed' && `${formatAmount(request)} · `}
                {formatDuration(request.latency_ms)} · <ExactTime at={request.created_at} zone={zone} />
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

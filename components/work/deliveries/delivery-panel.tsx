'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { RotateCw, Webhook } from 'lucide-react'
import { LoadError, RowsSkeleton } from '@/components/data/loaded'
import { MoreItems } from '@/components/data/more-items'
import { RelativeTime } from '@/components/data/relative-time'
import { OptionSelect, useOption } from '@/components/forms/option-select'
import { StatusDot } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { PressableRow } from '@/components/ui/pressable-row'
import { Table, TableBody, TableCell, TableHead, TableHeader } from '@/components/ui/table'
import { deliveriesQuery } from '@/lib/work/deliveries/queries'
import type { Delivery } from '@/lib/work/deliveries/schema'

const filters = [
  { value: 'all', label: 'All deliveries' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const

type DeliveryPanelProps = { onOpen: (id: string) => void; onTest: () => void }

/** Everything that was sent, newest first, with the outcome. */
export function DeliveryPanel({ onOpen, onTest }: DeliveryPanelProps) {
  const filter = useOption(filters, 'all')
  const query = useInfiniteQuery(deliveriesQuery(filter.value === 'all' ? undefined : filter.value))
  const deliveries = query.data?.pages.flatMap((page) => page.items)
  return (
    <Panel>
      <PanelHeader
        title="Deliveries"
        actions={
          <>
            <OptionSelect aria-label="Status" className="w-36" {...filter} />
            <Button
              size="icon"
              aria-label="Refresh deliveries"
              loading={query.isRefetching}
              onClick={() => void query.refetch()}
            >
              <RotateCw aria-hidden="true" />
            </Button>
          </>
        }
      />
      {query.isPending && <RowsSkeleton what="deliveries" rows={5} className="h-10 max-lg:h-16" />}
      <LoadError query={query} what="The deliveries" />
      {deliveries?.length === 0 && <NoDeliveries isFiltered={filter.value !== 'all'} onTest={onTest} />}
      {deliveries && deliveries.length > 0 && <DeliveryList deliveries={deliveries} onOpen={onOpen} />}
      <MoreItems list={query} />
    </Panel>
  )
}

type NoDeliveriesProps = { isFiltered: boolean; onTest: () => void }

function NoDeliveries({ isFiltered, onTest }: NoDeliveriesProps) {
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

/** Deliveries, as a table or as cards, each of which opens its attempts. */
function DeliveryList(props: DeliveryListProps) {
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

type DeliveryListProps = { deliveries: readonly Delivery[]; onOpen: (id: string) => void }

function DeliveryTable({ deliveries, onOpen }: DeliveryListProps) {
  return (
    <Table label="Deliveries" className="table-fixed">
      <TableHeader>
        <tr>
          <TableHead className="w-[12%]">Status</TableHead>
          <TableHead className="w-[25%]">Event</TableHead>
          <TableHead className="w-[32%]">URL</TableHead>
          <TableHead className="w-[10%]">Answer</TableHead>
          <TableHead numeric className="w-[9%]">
            Attempts
          </TableHead>
          <TableHead numeric className="w-[12%]">
            When
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} onOpen={onOpen} />
        ))}
      </TableBody>
    </Table>
  )
}

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: (id: string) => void }) {
  return (
    <PressableRow>
      <TableCell>
        <DeliveryState delivery={delivery} />
      </TableCell>
      <TableCell>
        <button
          type="button"
          onClick={() => onOpen(delivery.id)}
          className="block max-w-full truncate rounded-xs text-left font-medium decoration-line-strong underline-offset-3 hover:underline"
        >
          {delivery.event}
        </button>
        {delivery.task_id && (
          <span className="block truncate font-mono text-2xs text-faint" title={delivery.task_id}>
            {delivery.task_id}
          </span>
        )}
      </TableCell>
      <TableCell>
        <span className="block truncate text-muted" title={delivery.url}>
          {delivery.url}
        </span>
      </TableCell>
      <TableCell className="figures text-muted">{lastAnswer(delivery)}</TableCell>
      <TableCell numeric>{delivery.attempts.length}</TableCell>
      <TableCell numeric className="text-muted">
        <RelativeTime at={delivery.created_at} />
      </TableCell>
    </PressableRow>
  )
}

function lastAnswer({ attempts }: Delivery): string {
  const last = attempts.at(-1)
  return last === undefined ? '–' : (last.status_code?.toString() ?? 'None')
}

/** The table of deliveries for narrow screens: the whole of a card opens its delivery. */
function DeliveryCards({ deliveries, onOpen }: DeliveryListProps) {
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

/** Where a delivery stands, in a word. */
export function DeliveryState({ delivery }: { delivery: Pick<Delivery, 'status' | 'attempts'> }) {
  if (delivery.status === 'delivered') return <StatusDot tone="success">Delivered</StatusDot>
  if (delivery.status === 'failed') return <StatusDot tone="danger">Failed</StatusDot>
  const isRetry = delivery.attempts.length > 0
  return <StatusDot tone={isRetry ? 'warning' : 'neutral'}>{isRetry ? 'Retrying' : 'Pending'}</StatusDot>
}

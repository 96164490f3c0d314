'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { RotateCw, Webhook } from 'lucide-react'
import { LoadError, MoreItems, RowsSkeleton } from '@/components/data/loaded'
import { type Column, RecordTable } from '@/components/data/record-table'
import { RelativeTime } from '@/components/data/relative-time'
import { OptionSelect, useOption } from '@/components/forms/option-select'
import { Allowed } from '@/components/layout/permissions'
import { StatusDot } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { deliveriesQuery } from '@/lib/work/deliveries/queries'
import type { Delivery } from '@/lib/work/deliveries/schema'

const filters = [
  { value: 'all', label: 'All deliveries' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const

type DeliveryPanelProps = { onOpen: (id: string) => void; onTest: () => void }

/** All deliveries with their outcome, newest first. */
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
              variant="outline"
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
      {/* As high as four cards, so that what is below stays where it is. */}
      <div className="flex min-h-85 flex-col">
        {query.isPending && <RowsSkeleton what="deliveries" rows={4} className="h-21 lg:h-15" />}
        <LoadError query={query} what="The deliveries" />
        {deliveries?.length === 0 && <NoDeliveries isFiltered={filter.value !== 'all'} onTest={onTest} />}
        {deliveries && deliveries.length > 0 && (
          <RecordTable
            label="Deliveries"
            rows={deliveries}
            columns={columnsOf(onOpen)}
            keyOf={({ id }) => id}
            isFixed
            isPressable
            card={(delivery) => <DeliveryCard delivery={delivery} onOpen={onOpen} />}
          />
        )}
      </div>
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
        className="my-auto py-6"
      />
    )
  return (
    <EmptyState
      icon={<Webhook />}
      className="my-auto py-6"
      title="No deliveries yet"
      description="Set a callback URL on a video task, or add an endpoint. Every attempt appears here with its request and response."
      action={
        <Allowed to="settings.manage">
          <Button variant="outline" onClick={onTest}>
            Send a test
          </Button>
        </Allowed>
      }
    />
  )
}

const columnsOf = (onOpen: (id: string) => void): readonly Column<Delivery>[] => [
  { name: 'Status', width: 'w-[12%]', cell: (delivery) => <DeliveryState delivery={delivery} /> },
  {
    name: 'Event',
    width: 'w-[25%]',
    cell: ({ id, event, task_id }) => (
      <>
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="block max-w-full truncate rounded-xs text-left font-medium decoration-border-strong underline-offset-3 hover:underline"
        >
          {event}
        </button>
        {task_id && (
          <span className="block truncate font-mono text-2xs text-faint-foreground" title={task_id}>
            {task_id}
          </span>
        )}
      </>
    ),
  },
  {
    name: 'URL',
    width: 'w-[32%]',
    cell: ({ url }) => (
      <span className="block truncate text-muted-foreground" title={url}>
        {url}
      </span>
    ),
  },
  { name: 'Response', width: 'w-[10%]', className: 'figures text-muted-foreground', cell: lastAnswer },
  { name: 'Attempts', numeric: true, width: 'w-[9%]', cell: ({ attempts }) => attempts.length },
  {
    name: 'Created',
    numeric: true,
    width: 'w-[12%]',
    className: 'text-muted-foreground',
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]

function lastAnswer({ attempts }: Delivery): string {
  const last = attempts.at(-1)
  return last === undefined ? '–' : (last.status_code?.toString() ?? 'None')
}

function DeliveryCard({ delivery, onOpen }: { delivery: Delivery; onOpen: (id: string) => void }) {
  return (
    <button
      type="button"
      onClick={() => onOpen(delivery.id)}
      className="flex w-full flex-col gap-1 px-4 py-3 text-left text-sm focus-visible:-outline-offset-2 active:bg-accent"
    >
      <span className="flex w-full items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-medium">{delivery.event}</span>
        <DeliveryState delivery={delivery} />
      </span>
      <span className="w-full truncate text-xs text-muted-foreground">{delivery.url}</span>
      <span className="figures text-xs text-faint-foreground">
        <RelativeTime at={delivery.created_at} /> · {countAttempts(delivery.attempts.length)}
      </span>
    </button>
  )
}

function countAttempts(count: number): string {
  return count === 1 ? '1 attempt' : `${count} attempts`
}

/** The status; a pending delivery that was attempted before is `Retrying`. */
export function DeliveryState({ delivery }: { delivery: Pick<Delivery, 'status' | 'attempts'> }) {
  if (delivery.status === 'delivered') return <StatusDot tone="success">Delivered</StatusDot>
  if (delivery.status === 'failed') return <StatusDot tone="danger">Failed</StatusDot>
  const isRetry = delivery.attempts.length > 0
  return <StatusDot tone={isRetry ? 'warning' : 'neutral'}>{isRetry ? 'Retrying' : 'Pending'}</StatusDot>
}

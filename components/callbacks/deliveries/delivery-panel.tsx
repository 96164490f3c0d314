'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { MoreItems } from '@/components/data/more-items'
import { OptionSelect } from '@/components/forms/option-select'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { deliveriesQuery } from '@/lib/callbacks/queries'
import { DeliveryList } from './delivery-list'
import { DeliveryListSkeleton } from './delivery-list-skeleton'
import { NoDeliveries } from './no-deliveries'

const filters = [
  { value: 'all', label: 'All deliveries' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const

type Filter = (typeof filters)[number]['value']

type DeliveryPanelProps = { onOpen: (id: string) => void; onTest: () => void }

/** Everything that was sent, newest first, and what came of it. */
export function DeliveryPanel({ onOpen, onTest }: DeliveryPanelProps) {
  const [filter, setFilter] = useState<Filter>('all')
  const query = useInfiniteQuery(deliveriesQuery(filter === 'all' ? undefined : filter))
  const deliveries = query.data?.pages.flatMap((page) => page.items)
  return (
    <Panel>
      <PanelHeader
        title="Deliveries"
        actions={
          <>
            <OptionSelect
              aria-label="Status"
              className="w-36"
              options={filters}
              value={filter}
              onValueChange={setFilter}
            />
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
      {query.isPending && <DeliveryListSkeleton rows={5} />}
      {query.error && !deliveries && (
        <ErrorState
          title="The deliveries could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {deliveries?.length === 0 && <NoDeliveries isFiltered={filter !== 'all'} onTest={onTest} />}
      {deliveries && deliveries.length > 0 && <DeliveryList deliveries={deliveries} onOpen={onOpen} />}
      <MoreItems list={query} />
    </Panel>
  )
}

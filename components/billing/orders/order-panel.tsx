'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '@/components/ui/error-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { ordersQuery } from '@/lib/billing/queries'
import { Pager } from '../pager'
import { OrderCards } from './order-cards'
import { OrderListSkeleton } from './order-list-skeleton'
import { OrderTable } from './order-table'

const PAGE_SIZE = 10

/** Every purchase and what became of it. */
export function OrderPanel() {
  const [offset, setOffset] = useState(0)
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(
    ordersQuery({ limit: PAGE_SIZE, offset }),
  )
  return (
    <Panel aria-label="Orders">
      <PanelHeader title="Orders" />
      {!data && !error && <OrderListSkeleton />}
      {error && !data && (
        <ErrorState
          title="The orders could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data?.total === 0 && (
        <p className="px-4 py-10 text-center text-sm text-muted">
          None yet. What you buy is listed here with its invoice and its receipt.
        </p>
      )}
      {data && data.total > 0 && (
        <div className="@container" aria-busy={isPlaceholderData}>
          <div className="hidden @min-[48rem]:block">
            <OrderTable orders={data.items} />
          </div>
          <div className="@min-[48rem]:hidden">
            <OrderCards orders={data.items} />
          </div>
          <Pager page={data} what="orders" onOffsetChange={setOffset} loading={isPlaceholderData} />
        </div>
      )}
    </Panel>
  )
}

'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { LoadError, RowsSkeleton } from '@/components/data/loaded'
import { Pager, useOffset } from '@/components/data/pager'
import { type Column, RecordTable } from '@/components/data/record-table'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { CopyButton } from '@/components/ui/copy-button'
import { toast } from '@/components/ui/toast'
import { formatMoney } from '@/lib/client/format/money'
import { formatDate, formatDateTime } from '@/lib/client/format/time'
import type { DocumentType, Order } from '@/lib/money/orders/orders-schema'
import { createDocumentMutation, isOpenOrder, ordersQuery } from '@/lib/money/orders/queries'
import { formatCredit, OrderStatus } from './order-status'

const PAGE_SIZE = 10

/** All purchases with their status and documents. */
export function OrderList() {
  const [showsAll, setShowsAll] = useState(false)
  const abandoned = showsAll ? 'include' : 'exclude'
  const [offset, setOffset] = useOffset(abandoned)
  const orders = useQuery(ordersQuery({ limit: PAGE_SIZE, offset, abandoned }))
  const { data, isPending, isPlaceholderData } = orders
  return (
    <>
      {isPending && <RowsSkeleton what="orders" rows={3} />}
      <LoadError query={orders} what="Orders" />
      {data?.total === 0 && (
        <p className="px-4 py-10 text-center text-sm text-muted-foreground">
          {data.abandoned > 0 ? 'No paid orders.' : 'No orders yet.'} Purchases appear here with their
          invoices and receipts.
        </p>
      )}
      {data && data.total > 0 && (
        <div aria-busy={isPlaceholderData}>
          <RecordTable
            label="Orders"
            rows={data.items}
            columns={columns}
            keyOf={({ order_id }) => order_id}
            isFixed
            rowClassName="h-12"
            card={(order) => <OrderCard order={order} />}
          />
          <Pager page={data} what="orders" onOffsetChange={setOffset} loading={isPlaceholderData} />
        </div>
      )}
      {data !== undefined && data.abandoned > 0 && (
        <div className="border-t border-border px-1.5 py-1.5">
          <Button size="sm" variant="ghost" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Hide expired' : `Show expired (${data.abandoned})`}
          </Button>
        </div>
      )}
    </>
  )
}

const columns: readonly Column<Order>[] = [
  {
    name: 'Date',
    width: 'w-[12%]',
    className: 'whitespace-nowrap text-muted-foreground',
    cell: ({ created_at }) => (
      <time dateTime={created_at} title={formatDateTime(created_at)}>
        {formatDate(created_at)}
      </time>
    ),
  },
  {
    name: 'Order',
    width: 'w-[19%]',
    cell: ({ order_id, automatic }) => (
      <>
        <span className="flex items-center gap-1">
          <span className="truncate font-mono text-xs text-muted-foreground" title={order_id}>
            {order_id}
          </span>
          <CopyButton value={order_id} what="order ID" className="-my-1" />
        </span>
        {automatic && <span className="block text-xs text-faint-foreground">Automatic top-up</span>}
      </>
    ),
  },
  { name: 'Status', width: 'w-[20%]', cell: (order) => <OrderStatus order={order} /> },
  { name: 'Price', numeric: true, width: 'w-[10%]', cell: ({ amount }) => formatMoney(amount, 'payment') },
  {
    name: 'Fee',
    numeric: true,
    width: 'w-[8%]',
    className: 'text-muted-foreground',
    cell: (order) => (formatCredit(order) === null ? '–' : formatMoney(order.fee_amount, 'exact')),
  },
  {
    name: 'Credit',
    numeric: true,
    width: 'w-[10%]',
    className: 'text-muted-foreground',
    cell: (order) => formatCredit(order) ?? '–',
  },
  {
    name: 'Documents',
    isNameHidden: true,
    width: 'w-[21%]',
    cell: (order) => <OrderActions order={order} align="end" />,
  },
]

function OrderCard({ order }: { order: Order }) {
  return (
    <div className="flex flex-col gap-1.5 px-4 py-3 text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <span className="figures font-medium">
          {formatMoney(order.amount, 'payment')}
          {order.automatic && <span className="text-xs font-normal text-faint-foreground"> · Automatic</span>}
        </span>
        <time dateTime={order.created_at} className="text-xs text-faint-foreground">
          {formatDate(order.created_at)}
        </time>
      </div>
      <div className="flex items-start justify-between gap-3">
        <OrderStatus order={order} />
        {formatCredit(order) !== null && (
          <span className="figures shrink-0 text-xs leading-5 text-faint-foreground">
            Fee {formatMoney(order.fee_amount, 'exact')} · Credit {formatCredit(order)}
          </span>
        )}
      </div>
      <OrderActions order={order} align="start" />
    </div>
  )
}

type OrderActionsProps = {
  order: Order
  /** Aligns the text of a ghost button, not its edge, with what is above. */
  align: 'start' | 'end'
}

/** Continues the payment of an order, or opens its documents. */
function OrderActions({ order, align }: OrderActionsProps) {
  const { invoice, receipt } = order.documents
  const payable = isOpenOrder(order.status) && order.checkout_url
  if (!invoice && !receipt && !payable) return null
  const inLine = align === 'end' ? 'last:-mr-2.5' : 'first:-ml-2.5'
  return (
    <span className={cn('flex items-center gap-1', align === 'end' && 'justify-end')}>
      {payable && (
        <Button variant="outline" asChild size="sm">
          <a href={payable}>Continue</a>
        </Button>
      )}
      {invoice && (
        <DocumentButton orderId={order.order_id} type="invoice" label="Invoice" className={inLine} />
      )}
      {receipt && (
        <DocumentButton orderId={order.order_id} type="receipt" label="Receipt" className={inLine} />
      )}
    </span>
  )
}

type DocumentButtonProps = { orderId: string; type: DocumentType; label: string; className?: string }

/** Opens an invoice or receipt in a new tab. */
function DocumentButton({ orderId, type, label, className }: DocumentButtonProps) {
  const document = useMutation(createDocumentMutation())
  const open = () => {
    // Opened during the click: browsers block tabs that open later.
    const tab = window.open('', '_blank')
    document.mutate(
      { order_id: orderId, type },
      {
        onSuccess: ({ url }) => {
          if (!tab) return window.location.assign(url)
          tab.opener = null
          tab.location.replace(url)
        },
        onError: (error) => {
          tab?.close()
          toast.error(`The ${type} could not be opened`, { description: error.message })
        },
      },
    )
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      className={className}
      loading={document.isPending}
      onClick={open}
      aria-label={`${label} of order ${orderId}`}
    >
      <FileText aria-hidden="true" />
      {label}
    </Button>
  )
}

'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Clock, type LucideIcon, Undo2, X } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useEffect, useState } from 'react'
import { LoadError } from '@/components/data/loaded'
import { useNow } from '@/components/data/relative-time'
import { Page } from '@/components/layout/page'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { Spinner } from '@/components/ui/spinner'
import { formatMoney, toNanos } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import type { Order } from '@/lib/money/orders/orders-schema'
import { billingKey, orderQuery } from '@/lib/money/orders/queries'
import {
  describeOutcome,
  formatCredit,
  OrderStatus,
  type PaymentOutcome,
  paymentOutcome,
} from './order-status'

/** The page to which the payment page returns. */
export function PaymentReturn({ orderId }: { orderId: string | null }) {
  return (
    <Page className="max-w-xl md:py-16">
      <h1 className="sr-only">Payment</h1>
      <Panel>
        {orderId ? (
          <PaymentResult orderId={orderId} />
        ) : (
          <EmptyState
            title="No order in this link"
            description="All orders are listed under Billing."
            action={
              <Button asChild variant="default">
                <Link href={paths.billing}>Go to billing</Link>
              </Button>
            }
          />
        )}
      </Panel>
    </Page>
  )
}

/** Waits for the payment and shows its outcome. */
function PaymentResult({ orderId }: { orderId: string }) {
  const { query, outcome } = usePayment(orderId)
  const { data: order, error } = query
  if (error && !order)
    return (
      <LoadError
        query={query}
        what="The order"
        action={
          <Button variant="outline" asChild>
            <Link href={paths.billing}>Go to billing</Link>
          </Button>
        }
      />
    )
  if (!order || !outcome)
    return (
      <div className="grid h-80 place-items-center">
        <Spinner label="Loading the order" />
      </div>
    )
  const { title, text } = describeOutcome(outcome, order)
  const canRetry = ['declined', 'failed', 'cancelled', 'expired'].includes(outcome)
  return (
    <div className="flex flex-col">
      <div role="status" className="flex flex-col items-center px-6 pt-10 pb-6 text-center">
        <OutcomeIcon outcome={outcome} />
        <h2 className="mt-4 text-xl font-semibold">{title}</h2>
        <p className="mt-1 max-w-sm text-sm text-muted-foreground">{text}</p>
      </div>
      <PaymentFacts order={order} />
      <div className="flex flex-wrap justify-center gap-2 border-t border-border p-4">
        {outcome === 'paid' && (
          <Button variant="outline" asChild>
            <Link href={paths.playground}>Open the playground</Link>
          </Button>
        )}
        <Button asChild variant={outcome === 'waiting' ? 'outline' : 'default'}>
          <Link href={paths.billing}>{canRetry ? 'Try again' : 'Go to billing'}</Link>
        </Button>
      </div>
    </div>
  )
}

/** An order, polled until its payment is confirmed, and its outcome. */
function usePayment(orderId: string) {
  const client = useQueryClient()
  const query = useQuery(orderQuery(orderId))
  const [since] = useState(() => Date.now())
  const now = useNow(5000)
  const outcome = query.data ? paymentOutcome(query.data, now - since) : null

  // Every outcome makes the cached balance and orders outdated.
  useEffect(() => {
    if (outcome === null || outcome === 'waiting' || outcome === 'late') return
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === billingKey[0] && queryKey[1] !== 'order',
    })
  }, [client, outcome])
  return { query, outcome }
}

const tones = {
  success: 'border-success-border bg-success-soft text-success-text',
  danger: 'border-destructive-border bg-destructive-soft text-destructive-text',
  warning: 'border-warning-border bg-warning-soft text-warning-text',
  neutral: 'border-border bg-muted text-muted-foreground',
}

const icons: Record<Exclude<PaymentOutcome, 'waiting'>, { Icon: LucideIcon; tone: keyof typeof tones }> = {
  late: { Icon: Clock, tone: 'warning' },
  paid: { Icon: Check, tone: 'success' },
  declined: { Icon: X, tone: 'danger' },
  failed: { Icon: X, tone: 'danger' },
  cancelled: { Icon: X, tone: 'neutral' },
  expired: { Icon: Clock, tone: 'neutral' },
  reversed: { Icon: Undo2, tone: 'warning' },
}

function OutcomeIcon({ outcome }: { outcome: PaymentOutcome }) {
  const { Icon, tone } = outcome === 'waiting' ? { Icon: null, tone: 'neutral' as const } : icons[outcome]
  return (
    <span
      aria-hidden="true"
      className={cn('grid size-12 place-items-center rounded-full border [&_svg]:size-5', tones[tone])}
    >
      {Icon ? <Icon /> : <Spinner />}
    </span>
  )
}

function PaymentFacts({ order }: { order: Order }) {
  const taxed = (toNanos(order.tax_amount) ?? 0n) > 0n
  return (
    <dl className="divide-y divide-border border-t border-border text-sm">
      <Fact name="Price">
        {order.sandbox && <Badge className="mr-2">Test mode</Badge>}
        <span className="figures">{formatMoney(order.amount, 'payment')}</span>
      </Fact>
      {taxed && (
        <Fact name="Tax">
          <span className="figures">{formatMoney(order.tax_amount, 'payment')}</span>
        </Fact>
      )}
      <Fact name="Includes platform fee">
        <span className="figures">{formatMoney(order.fee_amount, 'exact')}</span>
      </Fact>
      <Fact name="Credit">
        <span className="figures">{formatCredit(order) ?? '–'}</span>
      </Fact>
      <Fact name="Status">
        {/* The page already says why it failed. */}
        <OrderStatus order={order} hideNote={order.status === 'failed'} />
      </Fact>
      <Fact name="Order">
        <span className="min-w-0 truncate font-mono text-xs">{order.order_id}</span>
        <CopyButton value={order.order_id} what="order ID" className="-my-1.5 -mr-1.5" />
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-6 px-4 py-2">
      <dt className="shrink-0 text-muted-foreground">{name}</dt>
      <dd className="flex min-w-0 items-center">{children}</dd>
    </div>
  )
}

'use client'

import { useMutation } from '@tanstack/react-query'
import { useHydrated } from '@/components/data/browser'
import { useNow } from '@/components/data/relative-time'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { formatMoney, toNanos } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import type { Order, OrderStatus, SandboxPaymentRequest } from '@/lib/money/orders/orders-schema'
import { sandboxPaymentMutation } from '@/lib/money/orders/queries'

/** The sandbox payment page: the order, and buttons for the outcome of its payment. */
export function SandboxCheckout({ order, needsLink }: { order: Order; needsLink: boolean }) {
  const isOver = useNow() > Date.parse(order.expires_at)
  return (
    <main className="mx-auto grid w-full max-w-5xl flex-1 content-start gap-x-20 gap-y-10 px-6 py-8 sm:px-10 md:grid-cols-2 md:py-16">
      <OrderSummary order={order} />
      {order.status !== 'pending' || isOver ? (
        <ClosedCheckout order={order} />
      ) : (
        <SandboxPayment order={order} needsLink={needsLink} />
      )}
    </main>
  )
}

/** The order's price, line by line. */
function OrderSummary({ order }: { order: Order }) {
  const isFree = (toNanos(order.fee_amount) ?? 0n) === 0n
  const lines = [
    { name: 'API credit', amount: formatMoney(order.credit_amount, 'exact') },
    ...(isFree ? [] : [{ name: 'Platform fee', amount: formatMoney(order.fee_amount, 'exact') }]),
  ]
  return (
    <section aria-labelledby="order" className="min-w-0">
      <h1 id="order" className="text-base text-muted-foreground">
        Buy API credit
      </h1>
      <p className="figures mt-1 text-4xl font-semibold">{formatMoney(order.amount, 'payment')}</p>
      <dl className="mt-8 border-t border-border text-sm">
        {lines.map(({ name, amount }) => (
          <div key={name} className="flex justify-between gap-4 py-2.5">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="figures">{amount}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-border py-2.5 font-medium">
          <dt>Total</dt>
          <dd className="figures">{formatMoney(order.amount, 'payment')}</dd>
        </div>
      </dl>
      <p className="mt-4 text-xs text-faint-foreground">
        Order <span className="font-mono break-all">{order.order_id}</span>
      </p>
    </section>
  )
}

type Action = SandboxPaymentRequest['action']

/**
 * Three outcomes of a payment, each handled like a real one. Without the sign-in link of the person who started the server, the
 * only one is to cancel.
 */
function SandboxPayment({ order, needsLink }: { order: Order; needsLink: boolean }) {
  const { mutate, variables, isPending, isSuccess, error } = useMutation({
    ...sandboxPaymentMutation(order.order_id),
    // A full page load, as after a real payment.
    onSuccess: ({ status }) => {
      const { billingCancelled, billingReturn } = paths
      window.location.assign((status === 'cancelled' ? billingCancelled : billingReturn)(order.order_id))
    },
  })
  // A click before hydration would be lost.
  const isReady = useHydrated()
  const isBusy = isPending || isSuccess
  const button = (action: Action) => ({
    onClick: () => mutate(action),
    loading: isBusy && variables === action,
    disabled: isBusy || !isReady,
    size: 'lg' as const,
  })
  return (
    <Panel aria-labelledby="payment" className="flex flex-col gap-5 p-5 sm:p-6">
      <div>
        <h2 id="payment" className="text-lg font-semibold">
          {needsLink ? 'You can’t pay from this browser' : 'Choose the outcome of this payment'}
        </h2>
        <p className="mt-1 text-sm text-muted-foreground">
          Test mode: no card is needed and no money moves.
          {!needsLink && ' The order is handled like one with a real payment.'}
        </p>
      </div>
      {error && (
        <Alert tone="danger" title="The payment could not be processed">
          {error.message}
        </Alert>
      )}
      {needsLink ? (
        <>
          <LinkNeeded />
          <Button variant="outline" {...button('cancel')}>
            Cancel
          </Button>
        </>
      ) : (
        <>
          <Button variant="default" className="w-full" {...button('pay')}>
            Pay
          </Button>
          <div className="grid grid-cols-2 gap-3">
            <Button variant="outline" {...button('decline')}>
              Decline
            </Button>
            <Button variant="outline" {...button('cancel')}>
              Cancel
            </Button>
          </div>
          <Endings />
        </>
      )}
    </Panel>
  )
}

function LinkNeeded() {
  return (
    <Alert title="Only the person who started the server can pay here">
      In this browser, open the sign-in link that <code className="font-mono">npm start</code> printed (
      <code className="font-mono">sign_in_url</code> in <code className="font-mono">demo.json</code> of{' '}
      <code className="font-mono">DATA_DIR</code>), sign in again, and come back.
    </Alert>
  )
}

function Endings() {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-t border-border pt-4 text-xs text-muted-foreground">
      <dt className="font-medium text-foreground">Pay</dt>
      <dd>The payment succeeds and the credit is added at once.</dd>
      <dt className="font-medium text-foreground">Decline</dt>
      <dd>The bank declines the card and the order fails.</dd>
      <dt className="font-medium text-foreground">Cancel</dt>
      <dd>You leave without paying and the order is cancelled.</dd>
    </dl>
  )
}

const endings: Partial<Record<OrderStatus, string>> = {
  paid: 'This order is paid.',
  failed: 'This payment failed.',
  cancelled: 'This order was cancelled.',
}

/** An order that can no longer be paid. */
function ClosedCheckout({ order }: { order: Order }) {
  return (
    <Panel aria-labelledby="closed" className="flex flex-col items-start gap-4 self-start p-5 sm:p-6">
      <div>
        <h2 id="closed" className="text-lg font-semibold">
          {endings[order.status] ?? 'This payment page has expired.'}
        </h2>
        <p className="mt-1 text-sm text-muted-foreground">
          {order.failure?.message ??
            (order.status === 'paid' ? 'The credit is on your balance.' : 'Nothing was charged.')}
        </p>
      </div>
      <Button asChild variant="default" size="lg">
        <a href={paths.billing}>Back to billing</a>
      </Button>
    </Panel>
  )
}

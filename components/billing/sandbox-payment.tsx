'use client'

import { useMutation } from '@tanstack/react-query'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import type { Order, SandboxPaymentRequest } from '@/lib/billing/orders-schema'
import { sandboxPaymentMutation } from '@/lib/billing/queries'
import { paths } from '@/lib/client/paths'
import { useHydrated } from '../data/use-hydrated'

type Action = SandboxPaymentRequest['action']

/**
 * Three ways for a payment to end, each as it would come from a real one. Without the link of whoever started the server
 * there is only one of them: to leave.
 */
export function SandboxPayment({ order, needsLink }: { order: Order; needsLink: boolean }) {
  const { mutate, variables, isPending, isSuccess, error } = useMutation({
    ...sandboxPaymentMutation(order.order_id),
    // A new document: the page behind the payment is loaded as it is after a real one.
    onSuccess: ({ status }) => {
      const { billingCancelled, billingReturn } = paths
      window.location.assign((status === 'cancelled' ? billingCancelled : billingReturn)(order.order_id))
    },
  })
  // Before that, a click would be lost without a word.
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
          {needsLink ? 'No payment from this browser' : 'How should this payment end?'}
        </h2>
        <p className="mt-1 text-sm text-muted">
          This is a sandbox: no card is asked for and no money moves.
          {!needsLink && ' Choose, and the order goes the way it would go after a real payment.'}
        </p>
      </div>
      {error && (
        <Alert tone="danger" title="That did not work.">
          {error.message}
        </Alert>
      )}
      {needsLink ? (
        <>
          <LinkNeeded />
          <Button {...button('cancel')}>Cancel</Button>
        </>
      ) : (
        <>
          <Button variant="primary" className="w-full" {...button('pay')}>
            Pay
          </Button>
          <div className="grid grid-cols-2 gap-3">
            <Button {...button('decline')}>Decline</Button>
            <Button {...button('cancel')}>Cancel</Button>
          </div>
          <Endings />
        </>
      )}
    </Panel>
  )
}

function LinkNeeded() {
  return (
    <Alert title="This page belongs to whoever started the server.">
      In this browser, open the sign-in link that <code className="font-mono">npm start</code> printed (
      <code className="font-mono">sign_in_url</code> in <code className="font-mono">demo.json</code> of{' '}
      <code className="font-mono">DATA_DIR</code>), sign in again, and come back.
    </Alert>
  )
}

function Endings() {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-t border-line pt-4 text-xs text-muted">
      <dt className="font-medium text-ink">Pay</dt>
      <dd>The payment succeeds and the credit is there at once.</dd>
      <dt className="font-medium text-ink">Decline</dt>
      <dd>The bank refuses the card; the order has failed.</dd>
      <dt className="font-medium text-ink">Cancel</dt>
      <dd>You leave without paying; the order is cancelled.</dd>
    </dl>
  )
}

'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import type { BillingReply, CreditPackage } from '@/lib/billing/orders-schema'
import { createCheckoutMutation } from '@/lib/billing/queries'
import { createId } from '@/lib/client/create-id'
import { formatMoney } from '@/lib/client/format/money'
import { feeOf } from './fee-of'

/** Choose a package, see what it gives, buy it. */
export function CreditPanel({ billing }: { billing: BillingReply | undefined }) {
  const [chosenId, setChosenId] = useState<number | null>(null)
  const packages = billing?.packages ?? []
  const chosen = packages.find(({ inner_id }) => inner_id === chosenId) ?? packages[0]
  return (
    <Panel aria-label="Add credit" id="add-credit">
      <PanelHeader title="Add credit" />
      {!billing && <CreditSkeleton />}
      {billing && (
        <div className="flex flex-col gap-4 p-4">
          <PaymentsNotice payments={billing.payments} />
          <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-4">
            <legend className="sr-only">Package</legend>
            {packages.map((one) => (
              <PackageChoice
                key={one.inner_id}
                offer={one}
                checked={one === chosen}
                onChoose={() => setChosenId(one.inner_id)}
              />
            ))}
          </fieldset>
          {chosen && <CheckoutSummary key={chosen.inner_id} offer={chosen} billing={billing} />}
        </div>
      )}
    </Panel>
  )
}

function CreditSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4 p-4">
      <span className="sr-only">Loading the packages</span>
      <Skeleton className="h-14" />
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className="h-18 rounded-md" />
        ))}
      </div>
      <Skeleton className="h-24" />
    </div>
  )
}

/** Says plainly when no money moves, or when none can be taken. */
function PaymentsNotice({ payments }: Pick<BillingReply, 'payments'>) {
  if (payments === 'sandbox')
    return (
      <Alert title="Sandbox: no money moves">
        Stripe is not configured on this service. Buying leads to a payment page of our own that only
        pretends; the credit works as any other here.
      </Alert>
    )
  if (payments === 'none')
    return (
      <Alert tone="warning" title="Payments are not configured">
        Credit cannot be bought until the operator of this service has connected Stripe.
      </Alert>
    )
  return null
}

type PackageChoiceProps = { offer: CreditPackage; checked: boolean; onChoose: () => void }

/** One of the packages: a radio button that is as large as its words. */
function PackageChoice({ offer, checked, onChoose }: PackageChoiceProps) {
  return (
    <label className="relative flex cursor-pointer flex-col rounded-md border border-line-strong px-3 py-2.5 transition-colors duration-100 hover:border-control has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name="package"
        value={offer.inner_id}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer appearance-none rounded-md outline-none"
      />
      <span className="figures text-lg font-semibold">{formatMoney(offer.price, 'payment')}</span>
      <span className="figures text-xs text-muted">{formatMoney(offer.credit, 'payment')} credit</span>
    </label>
  )
}

type CheckoutSummaryProps = { offer: CreditPackage; billing: BillingReply }

/** What is paid, what is kept of it, what is credited, and the way to the payment page. */
function CheckoutSummary({ offer, billing }: CheckoutSummaryProps) {
  const { buy, buying, error } = useBuy(offer.inner_id)
  const fee = feeOf(offer, billing.platform_fee_rate)
  return (
    <div className="flex flex-wrap items-end justify-between gap-4 border-t border-line pt-4">
      <dl className="grid min-w-60 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-8 gap-y-1.5 text-sm sm:max-w-80">
        <Line name="Price">{formatMoney(offer.price, 'payment')}</Line>
        <Line name={`Platform fee (${fee.percent})`}>{formatMoney(fee.amount, 'payment')}</Line>
        <Line name={<span className="font-medium text-ink">Credit you get</span>}>
          <span className="font-medium text-ink">{formatMoney(offer.credit, 'payment')}</span>
        </Line>
      </dl>
      <div className="flex flex-col items-stretch gap-1.5 max-sm:w-full sm:items-end">
        <Button
          variant="primary"
          size="lg"
          className="min-w-28"
          disabled={billing.payments === 'none'}
          loading={buying}
          onClick={buy}
        >
          Buy
        </Button>
        <p className="text-xs text-faint">
          {billing.payments === 'stripe'
            ? 'Paid by card at Stripe. Tax may be added there.'
            : 'Opens the payment page.'}
        </p>
      </div>
      {error && (
        <p role="alert" className="w-full text-sm text-danger-text">
          {error.message}
        </p>
      )}
    </div>
  )
}

function Line({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="figures text-right text-muted">{children}</dd>
    </>
  )
}

/**
 * Starts a purchase and leaves for its payment page. However often the button is pressed, it is one purchase until the
 * page is left: the same key goes along with every try.
 */
function useBuy(innerId: number) {
  const checkout = useMutation(createCheckoutMutation())
  const key = useRef<string | null>(null)
  const [leaving, setLeaving] = useState(false)

  // Coming back by the browser's button may find this very page as it was left: the next purchase is a new one.
  const { reset } = checkout
  useEffect(() => {
    const start = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      key.current = null
      setLeaving(false)
      reset()
    }
    window.addEventListener('pageshow', start)
    return () => window.removeEventListener('pageshow', start)
  }, [reset])

  const buying = checkout.isPending || leaving
  const buy = () => {
    if (buying) return
    key.current ??= createId('buy')
    checkout.mutate(
      { innerId, idempotencyKey: key.current },
      {
        onSuccess: ({ checkout_url }) => {
          setLeaving(true)
          window.location.assign(checkout_url)
        },
      },
    )
  }
  return { buy, buying, error: checkout.error }
}

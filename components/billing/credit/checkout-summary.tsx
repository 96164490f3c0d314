'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import type { BillingReply, CreditPackage } from '@/lib/billing/orders-schema'
import { formatMoney } from '@/lib/client/format/money'
import { feeOf } from './fee-of'
import { useBuy } from './use-buy'

type CheckoutSummaryProps = { offer: CreditPackage; billing: BillingReply }

/** What is paid, what is kept of it, what is credited, and the way to the payment page. */
export function CheckoutSummary({ offer, billing }: CheckoutSummaryProps) {
  const { buy, buying, error } = useBuy(offer.inner_id)
  const fee = feeOf(offer, billing.platform_fee_rate)
  return (
    <div className="flex flex-wrap items-end justify-between gap-4 border-t border-line pt-4">
      <dl className="grid min-w-60 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-8 gap-y-1.5 text-sm sm:max-w-80">
        <Line name="Price">{formatMoney(offer.price)}</Line>
        <Line name={`Platform fee (${fee.percent})`}>{formatMoney(fee.amount)}</Line>
        <Line name={<span className="font-medium text-ink">Credit you get</span>}>
          <span className="font-medium text-ink">{formatMoney(offer.credit)}</span>
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

'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PrefixedInput } from '@/components/forms/saved-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { createId } from '@/lib/client/create-id'
import { formatMoney } from '@/lib/client/format/money'
import type { BillingReply, CreditPackage } from '@/lib/money/orders/orders-schema'
import { type Bought, createCheckoutMutation } from '@/lib/money/orders/queries'
import { creditOf, feeOf } from './fee-of'

const CUSTOM = 0

/** Buys a package or a custom amount of credit. */
export function CreditPanel({ billing }: { billing: BillingReply | undefined }) {
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [amount, setAmount] = useState('')
  const packages = billing?.packages ?? []
  const isOwn = chosenId === CUSTOM
  const chosen = packages.find(({ inner_id }) => inner_id === chosenId) ?? packages[0]
  const own = billing && isOwn ? readCustomAmount(amount, billing) : undefined
  const offer = isOwn ? own?.offer : chosen
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
                value={one.inner_id}
                title={formatMoney(one.price, 'payment')}
                text={`${formatMoney(one.credit, 'payment')} credit`}
                checked={!isOwn && one === chosen}
                onChoose={() => setChosenId(one.inner_id)}
              />
            ))}
            <PackageChoice
              value={CUSTOM}
              title="Other amount"
              text={customRange(billing)}
              checked={isOwn}
              onChoose={() => setChosenId(CUSTOM)}
              isWide
            />
          </fieldset>
          {isOwn && (
            <Field label="Amount in USD" error={own?.problem}>
              {(control) => (
                <PrefixedInput
                  {...control}
                  prefix="$"
                  inputMode="decimal"
                  autoComplete="off"
                  className="max-w-40"
                  value={amount}
                  onChange={(event) => setAmount(event.target.value)}
                />
              )}
            </Field>
          )}
          {offer && (
            <CheckoutSummary
              key={isOwn ? `own ${offer.price}` : chosen?.inner_id}
              offer={offer}
              what={isOwn ? { amount: offer.price } : { inner_id: chosen?.inner_id }}
              billing={billing}
            />
          )}
        </div>
      )}
    </Panel>
  )
}

type Priced = Pick<CreditPackage, 'price' | 'credit'>

/** The offer for a typed amount, or what is wrong with it; neither while it is empty. */
function readCustomAmount(text: string, billing: BillingReply): { offer?: Priced; problem?: string } {
  const price = text.trim().replace(',', '.')
  if (price === '') return {}
  const { min, max } = billing.custom_amount
  const cents = /^\d{1,6}(\.\d{1,2})?$/.test(price) ? Number(price) : Number.NaN
  if (cents >= Number(min) && cents <= Number(max))
    return { offer: { price, credit: creditOf(price, billing.platform_fee_rate) } }
  return { problem: `Enter an amount from ${customRange(billing)}.` }
}

function customRange({ custom_amount: { min, max } }: BillingReply): string {
  return `${formatMoney(min, 'payment')} to ${formatMoney(max, 'payment')}`
}

function CreditSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4 p-4">
      <span className="sr-only">Loading packages</span>
      <Skeleton className="h-14" />
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {[1, 2, 3, 4].map((index) => (
          <Skeleton key={index} className="h-18 rounded-md" />
        ))}
      </div>
      <Skeleton className="h-24" />
    </div>
  )
}

/** Explains test mode, and missing payments. */
function PaymentsNotice({ payments }: Pick<BillingReply, 'payments'>) {
  if (payments === 'sandbox')
    return (
      <Alert title="Test mode: no card is charged">
        Stripe is not configured, so purchases open a test payment page. The credit works like any other.
      </Alert>
    )
  if (payments === 'none')
    return (
      <Alert tone="warning" title="Payments are not configured">
        You can buy credit once the operator of this service has connected Stripe.
      </Alert>
    )
  return null
}

type PackageChoiceProps = {
  value: number
  title: string
  text: string
  checked: boolean
  onChoose: () => void
  /** Spans a whole row below the others. */
  isWide?: boolean
}

/** A package: a radio button as large as its label. */
function PackageChoice({ value, title, text, checked, onChoose, isWide }: PackageChoiceProps) {
  return (
    <label
      className={cn(
        'relative flex cursor-pointer flex-col rounded-md border border-input px-3 py-2.5 transition-colors duration-100 hover:border-control has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        isWide && 'col-span-full flex-row items-baseline justify-between gap-3',
      )}
    >
      <input
        type="radio"
        name="package"
        value={value}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer appearance-none rounded-md outline-none"
      />
      <span className={cn('figures font-semibold', isWide ? 'text-sm' : 'text-lg')}>{title}</span>
      <span className="figures text-xs text-muted-foreground">{text}</span>
    </label>
  )
}

type CheckoutSummaryProps = { offer: Priced; what: Bought; billing: BillingReply }

/** The price, the fee, the credit, and the button to the payment page. */
function CheckoutSummary({ offer, what, billing }: CheckoutSummaryProps) {
  const { buy, buying, error } = useBuy(what)
  const fee = feeOf(offer, billing.platform_fee_rate)
  return (
    <div className="flex flex-wrap items-end justify-between gap-4 border-t border-border pt-4">
      <dl className="grid min-w-60 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-8 gap-y-1.5 text-sm sm:max-w-80">
        <Line name="Price">{formatMoney(offer.price, 'payment')}</Line>
        <Line name={`Platform fee (${fee.percent})`}>{formatMoney(fee.amount, 'payment')}</Line>
        <Line name={<span className="font-medium text-foreground">Credit added</span>}>
          <span className="font-medium text-foreground">{formatMoney(offer.credit, 'payment')}</span>
        </Line>
      </dl>
      <div className="flex flex-col items-stretch gap-1.5 max-sm:w-full sm:items-end">
        <Button
          variant="default"
          size="lg"
          className="min-w-28"
          disabled={billing.payments === 'none'}
          loading={buying}
          onClick={buy}
        >
          Buy
        </Button>
        <p className="text-xs text-faint-foreground">
          {billing.payments === 'stripe'
            ? 'Pay by card at Stripe. Tax may be added there.'
            : 'Opens the payment page.'}
        </p>
      </div>
      {error && (
        <p role="alert" className="w-full text-sm text-destructive-text">
          {error.message}
        </p>
      )}
    </div>
  )
}

function Line({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="figures text-right text-muted-foreground">{children}</dd>
    </>
  )
}

/** Starts a purchase and opens its payment page. All attempts use one idempotency key, so a double click buys once. */
function useBuy(what: Bought) {
  const checkout = useMutation(createCheckoutMutation())
  const key = useRef<string | null>(null)
  const [leaving, setLeaving] = useState(false)

  // The browser may restore this page from its cache on going back: the next purchase is a new one.
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
      { what, idempotencyKey: key.current },
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

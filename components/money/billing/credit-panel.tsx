'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PrefixedInput } from '@/components/forms/saved-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { createId } from '@/lib/client/create-id'
import { formatMoney, fromNanos, subtractMoney, toNanos } from '@/lib/client/format/money'
import { formatPercent } from '@/lib/client/format/number'
import type { CreditPackage, OfferReply } from '@/lib/money/orders/orders-schema'
import { type Bought, createCheckoutMutation } from '@/lib/money/orders/queries'

const CUSTOM = 0

type CreditPanelProps = { offer: OfferReply; canPay: boolean }

/** Buys a package or a custom amount of credit. Whatever is chosen or typed, nothing moves. */
export function CreditPanel({ offer, canPay }: CreditPanelProps) {
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [amount, setAmount] = useState('')
  const { packages } = offer
  const isOwn = chosenId === CUSTOM
  const chosen = packages.find(({ inner_id }) => inner_id === chosenId) ?? packages[0]
  const own = readCustomAmount(amount, offer)
  const priced = isOwn ? own : chosen
  return (
    <Panel aria-label="Add credit" id="add-credit">
      <PanelHeader title="Add credit" />
      <div className="flex flex-col gap-4 p-4">
        <PaymentsNotice payments={offer.payments} canPay={canPay} />
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
          <CustomChoice
            amount={amount}
            range={`${formatMoney(offer.custom_amount.min, 'payment')} to ${formatMoney(offer.custom_amount.max, 'payment')}`}
            checked={isOwn}
            isWrong={isOwn && amount.trim() !== '' && !own}
            onChoose={() => setChosenId(CUSTOM)}
            onAmountChange={(text) => {
              setAmount(text)
              setChosenId(CUSTOM)
            }}
          />
        </fieldset>
        <CheckoutSummary
          key={isOwn ? `own ${own?.price}` : chosen?.inner_id}
          priced={priced}
          what={isOwn ? { amount: own?.price ?? '' } : { inner_id: chosen?.inner_id }}
          offer={offer}
          canPay={canPay}
        />
      </div>
    </Panel>
  )
}

type Priced = Pick<CreditPackage, 'price' | 'credit'>

/** The offer for a typed amount; undefined while it is not one that can be bought. */
function readCustomAmount(text: string, offer: OfferReply): Priced | undefined {
  const price = text.trim().replace(',', '.')
  const { min, max } = offer.custom_amount
  const dollars = /^\d{1,6}(\.\d{1,2})?$/.test(price) ? Number(price) : Number.NaN
  if (!(dollars >= Number(min) && dollars <= Number(max))) return undefined
  return { price, credit: creditOf(price, offer.platform_fee_rate) }
}

const MILLIONTHS = 1_000_000n

const CENT = 10_000_000n

/** The credit for a custom amount. As for the order, the fee is rounded to a cent, half a cent up. */
export function creditOf(price: string, rate: string): string {
  const millionths = BigInt((rate.split('.')[1] ?? '').padEnd(6, '0'))
  const cents = (toNanos(price) ?? 0n) / CENT
  return fromNanos((cents - (cents * millionths + MILLIONTHS / 2n) / MILLIONTHS) * CENT)
}

/** Explains test mode, and payments that are not possible. */
function PaymentsNotice({ payments, canPay }: Pick<OfferReply, 'payments'> & { canPay: boolean }) {
  if (payments === 'none')
    return (
      <Alert tone="warning" title="Payments are not configured">
        You can buy credit once the operator of this service has connected Stripe.
      </Alert>
    )
  if (!canPay)
    return (
      <Alert tone="warning" title="You can’t buy credit in this browser">
        This demo installation has no Stripe, and its test payments are for the person who started the server.
        Ask the operator for credit; operators add it under Customers.
      </Alert>
    )
  if (payments === 'sandbox')
    return (
      <Alert title="Test mode: no card is charged">
        Stripe is not configured, so purchases open a test payment page. The credit works like any other.
      </Alert>
    )
  return null
}

const choiceStyle =
  'relative flex cursor-pointer rounded-md border border-input px-3 py-2.5 transition-colors duration-100 hover:border-control has-checked:border-brand has-checked:bg-brand-soft has-[input[type=radio]:focus-visible]:outline-2 has-[input[type=radio]:focus-visible]:outline-offset-2 has-[input[type=radio]:focus-visible]:outline-ring'

type ChoiceProps = { value: number; checked: boolean; onChoose: () => void }

/** The radio button of a choice, as large as the choice. */
const radio = ({ value, checked, onChoose }: ChoiceProps) => ({
  type: 'radio',
  name: 'package',
  value,
  checked,
  onChange: onChoose,
  className: 'absolute inset-0 cursor-pointer appearance-none rounded-md outline-none',
})

function PackageChoice({ title, text, ...choice }: ChoiceProps & { title: string; text: string }) {
  return (
    <label className={cn(choiceStyle, 'flex-col')}>
      <input {...radio(choice)} />
      <span className="figures text-lg font-semibold">{title}</span>
      <span className="figures text-xs text-muted-foreground">{text}</span>
    </label>
  )
}

type CustomChoiceProps = Omit<ChoiceProps, 'value'> & {
  amount: string
  /** `$5.00 to $10,000.00`. */
  range: string
  isWrong: boolean
  onAmountChange: (text: string) => void
}

/** Another amount, typed in its place. The Tab key passes by on its way to Buy, and chooses nothing. */
function CustomChoice({ amount, range, isWrong, onAmountChange, ...choice }: CustomChoiceProps) {
  return (
    <div className={cn(choiceStyle, 'col-span-full flex-wrap items-center gap-x-3 gap-y-2')}>
      <input id="custom" {...radio({ value: CUSTOM, ...choice })} />
      <label htmlFor="custom" className="text-sm font-semibold">
        Other amount
      </label>
      <PrefixedInput
        aria-label="Amount in USD"
        aria-describedby="custom-range"
        aria-invalid={isWrong || undefined}
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        className="relative ml-auto w-28"
        value={amount}
        onClick={choice.onChoose}
        onChange={({ target }) => onAmountChange(target.value)}
      />
      <span
        id="custom-range"
        role={isWrong ? 'alert' : undefined}
        className={cn('figures text-xs', isWrong ? 'text-destructive-text' : 'text-muted-foreground')}
      >
        {range}
      </span>
    </div>
  )
}

type CheckoutSummaryProps = CreditPanelProps & { priced: Priced | undefined; what: Bought }

/** The price, the fee, the credit, and the button to the payment page. */
function CheckoutSummary({ priced, what, offer, canPay }: CheckoutSummaryProps) {
  const { buy, buying, error } = useBuy(what)
  const cents = (usd: string | undefined) => (usd === undefined ? '–' : formatMoney(usd, 'payment'))
  return (
    <div className="flex flex-wrap items-end justify-between gap-4 border-t border-border pt-4">
      <dl className="grid min-w-60 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-8 gap-y-1.5 text-sm sm:max-w-80">
        <Line name="Price">{cents(priced?.price)}</Line>
        <Line name={`Platform fee (${formatPercent(Number(offer.platform_fee_rate))})`}>
          {cents(priced && subtractMoney(priced.price, priced.credit))}
        </Line>
        <Line name={<span className="font-medium text-foreground">Credit added</span>}>
          <span className="font-medium text-foreground">{cents(priced?.credit)}</span>
        </Line>
      </dl>
      <div className="flex flex-col items-stretch gap-1.5 max-sm:w-full sm:items-end">
        <Button
          variant="default"
          size="lg"
          className="min-w-28"
          disabled={!priced || !canPay || offer.payments === 'none'}
          loading={buying}
          onClick={buy}
        >
          Buy
        </Button>
        <p className="text-xs text-faint-foreground">
          {offer.payments === 'stripe'
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

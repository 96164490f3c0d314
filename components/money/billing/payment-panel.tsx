'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { LoadError, RowsSkeleton } from '@/components/data/loaded'
import { SavedField } from '@/components/forms/saved-field'
import { SwitchRow } from '@/components/forms/switch-row'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { ConfirmDialog } from '@/components/ui/when-opened'
import { formatMoney, plainAmount } from '@/lib/client/format/money'
import { formatDateTime } from '@/lib/client/format/time'
import type { OfferReply } from '@/lib/money/orders/orders-schema'
import {
  autoTopUpQuery,
  billingQuery,
  openCardPageMutation,
  removeCardMutation,
  updateAutoTopUpMutation,
} from '@/lib/money/orders/queries'
import type { AutoTopUpReply } from '@/lib/money/orders/settings-schema'

/** Saved cards, and when one is charged automatically. */
export function PaymentPanel({ payments }: Pick<OfferReply, 'payments'>) {
  return (
    <Panel aria-label="Automatic top-up" id="auto-top-up">
      <PanelHeader
        title="Automatic top-up"
        description="Charges a saved card when your balance runs low. Card numbers stay with Stripe."
      />
      {payments === 'stripe' ? (
        <StripePayment />
      ) : (
        <p className="px-4 py-5 text-sm text-muted-foreground">
          {payments === 'sandbox'
            ? 'Not available in test mode, which needs no card.'
            : 'Not available: Stripe is not configured.'}
        </p>
      )}
    </Panel>
  )
}

function StripePayment() {
  const isAwaited = useSearchParams().get('card') === 'saved'
  const topUp = useQuery(autoTopUpQuery(isAwaited))
  return (
    <>
      {topUp.isPending && <RowsSkeleton what="automatic top-up" rows={5} />}
      <LoadError query={topUp} what="Automatic top-up" />
      {topUp.data && <TopUpSettings settings={topUp.data} isAwaited={isAwaited} />}
      <OtherCards chargedLast4={topUp.data?.card?.last4} />
    </>
  )
}

/** Cards of earlier payments that are not the one charged automatically. */
function OtherCards({ chargedLast4 }: { chargedLast4: string | undefined }) {
  const { data } = useQuery(billingQuery())
  const others = data?.payment_methods.filter(({ last4 }) => last4 !== chargedLast4) ?? []
  if (others.length === 0) return null
  return (
    <ul aria-label="Other saved cards" className="divide-y divide-border border-t border-border">
      {others.map((card) => (
        <li
          key={`${card.brand} ${card.last4} ${card.exp_month} ${card.exp_year}`}
          className="flex min-h-12 items-center gap-3 px-4 py-2 text-sm"
        >
          <CreditCard className="size-4 shrink-0 text-faint-foreground" aria-hidden="true" />
          <span className="min-w-0 flex-1">
            <CardName card={card} />
          </span>
          {card.is_default && <Badge>Default</Badge>}
        </li>
      ))}
    </ul>
  )
}

function TopUpSettings({ settings, isAwaited }: { settings: AutoTopUpReply; isAwaited: boolean }) {
  const { failure, card } = settings
  const update = useMutation(updateAutoTopUpMutation())
  const enabled = (update.isPending ? update.variables.enabled : undefined) ?? settings.enabled
  return (
    <div className="flex flex-col gap-5 p-4">
      {failure && (
        <Alert tone="danger" title="Automatic top-up was turned off">
          {failure.message} Order <span className="font-mono text-xs">{failure.order_id}</span>,{' '}
          {formatDateTime(failure.at)}. Save another card or turn it on again.
        </Alert>
      )}
      <SavedCard card={card} isAwaited={isAwaited} />
      {card && (
        <SwitchRow
          label="Charge this card automatically"
          hint="You can turn this off at any time."
          checked={enabled}
          onCheckedChange={(next) =>
            update.mutate({ enabled: next }, { onError: (error) => toast.error(error.message) })
          }
        />
      )}
      <TopUpAmounts settings={settings} />
    </div>
  )
}

type Card = NonNullable<AutoTopUpReply['card']>

function SavedCard({ card, isAwaited }: { card: Card | null; isAwaited: boolean }) {
  const open = useMutation(openCardPageMutation())
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status" className="min-w-0 text-sm">
        {card ? (
          <CardName card={card} />
        ) : (
          <span className="text-muted-foreground">
            {isAwaited ? 'Waiting for Stripe to confirm the card…' : 'No saved card yet.'}
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {card && <RemoveCard card={card} />}
        <Button
          variant="outline"
          loading={open.isPending || open.isSuccess}
          onClick={() => open.mutate(undefined, { onError: (error) => toast.error(error.message) })}
        >
          {card ? 'Use another card' : 'Save a card'}
        </Button>
      </div>
    </div>
  )
}

function RemoveCard({ card }: { card: Card }) {
  const [isAsking, setAsking] = useState(false)
  // Not passed to `mutate`: this component is unmounted by then.
  const onSuccess = () => void toast.success('Card removed', { description: 'Automatic top-up is off.' })
  const remove = useMutation({ ...removeCardMutation(), onSuccess })
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(open) => {
          setAsking(open)
          remove.reset()
        }}
        title="Remove this card?"
        description={`The card ending in ${card.last4} is removed here and at Stripe, and automatic top-up is turned off.`}
        confirmLabel="Remove card"
        danger
        loading={remove.isPending}
        error={remove.error ? `${remove.error.message} The card is still saved. Try again.` : undefined}
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** A card's brand, last digits and expiry. */
function CardName({ card }: { card: Card }) {
  return (
    <>
      {brands[card.brand] ?? card.brand} <span className="figures">•••• {card.last4}</span>
      <span className="figures block text-xs text-faint-foreground">
        Expires {String(card.exp_month).padStart(2, '0')}/{card.exp_year}
      </span>
    </>
  )
}

const amountProblem = (text: string) =>
  /^\d{1,6}([.,]\d{1,2})?$/.test(text) ? undefined : 'Enter an amount in USD, such as 25.00.'
const decimal = (text: string) => text.replace(',', '.')

function TopUpAmounts({ settings }: { settings: AutoTopUpReply }) {
  const update = useMutation(updateAutoTopUpMutation())
  const { threshold, amount, monthly_limit, charged_this_month } = settings
  const field = { prefix: '$', inputMode: 'decimal', problem: amountProblem } as const
  return (
    <div className="grid gap-4 md:grid-cols-3">
      <SavedField
        {...field}
        label="When the balance falls below"
        value={plainAmount(threshold)}
        onSave={(next) => update.mutateAsync({ threshold: decimal(next) })}
      />
      <SavedField
        {...field}
        label="Charge"
        hint="Includes the platform fee."
        value={plainAmount(amount)}
        onSave={(next) => update.mutateAsync({ amount: decimal(next) })}
      />
      <SavedField
        {...field}
        label="Monthly limit"
        hint={`${formatMoney(charged_this_month, 'payment')} charged this month (UTC)`}
        value={plainAmount(monthly_limit)}
        onSave={(next) => update.mutateAsync({ monthly_limit: decimal(next) })}
      />
    </div>
  )
}

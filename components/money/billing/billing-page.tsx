'use client'

import { useQuery } from '@tanstack/react-query'
import { CreditCard, X } from 'lucide-react'
import dynamic from 'next/dynamic'
import { usePathname, useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { AlertSettings } from '@/components/account/alerts/alert-settings'
import { LoadError } from '@/components/data/loaded'
import { Page, PageHeader } from '@/components/layout/page'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { formatMoney, type MoneyPlace } from '@/lib/client/format/money'
import type { BillingReply } from '@/lib/money/orders/orders-schema'
import { balanceQuery, billingQuery, orderQuery } from '@/lib/money/orders/queries'
import { AutoTopUpPanel, CardName } from './auto-top-up-panel'
import { CreditPanel } from './credit-panel'
import { EntryPanel } from './entry-panel'
import { OrderPanel } from './order-panel'

// Its form is heavier than the rest of the page.
const DetailsPanel = dynamic(() => import('./details-panel').then((module) => module.DetailsPanel), {
  ssr: false,
  loading: () => <Skeleton className="h-96 rounded-lg" />,
})

/** The balance, ways to add credit, and past purchases. */
export function BillingPage() {
  const billing = useQuery(billingQuery())
  return (
    <Page>
      <PageHeader title="Billing" description="Prepaid credit. It never expires." />
      <CancelledNotice />
      {billing.error && !billing.data ? (
        <Panel>
          <LoadError query={billing} what="Billing" />
        </Panel>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0 lg:col-start-2 lg:row-span-2">
            <BalanceCard billing={billing.data} />
          </div>
          <div className="min-w-0 lg:col-start-1 lg:row-start-1">
            <CreditPanel billing={billing.data} />
          </div>
          <PaymentMethods billing={billing.data} />
        </div>
      )}
      <AutoTopUpPanel />
      <OrderPanel />
      <EntryPanel />
      <DetailsPanel />
      <AlertSettings />
    </Page>
  )
}

/** Shown after the payment page was left without paying. */
function CancelledNotice() {
  const pathname = usePathname()
  const orderId = useSearchParams().get('cancelled')
  const { data } = useQuery({ ...orderQuery(orderId ?? ''), enabled: orderId !== null })
  if (!orderId || !data) return null
  const dismiss = () => window.history.replaceState(null, '', pathname)
  // The payment may have succeeded just before; then it counts.
  const isPaid = data.paid_at !== null
  return (
    <Alert
      tone={isPaid ? 'success' : 'info'}
      title={isPaid ? 'Payment succeeded' : 'The payment was cancelled'}
      action={
        <Button variant="ghost" size="icon-sm" className="-my-1" aria-label="Dismiss" onClick={dismiss}>
          <X aria-hidden="true" />
        </Button>
      }
    >
      {isPaid
        ? `${formatMoney(data.credit_amount, 'exact')} was added to your balance before you left the payment page.`
        : `The order of ${formatMoney(data.amount, 'payment')} was not charged.`}
    </Alert>
  )
}

/** The available balance, what is reserved, and the totals. */
function BalanceCard({ billing }: { billing: BillingReply | undefined }) {
  const { data, error } = useQuery(balanceQuery())
  // A balance is rounded down, never up; the title has the exact amount.
  const exact = (decimal: string, place: MoneyPlace) => (
    <span title={formatMoney(decimal, 'exact')}>{formatMoney(decimal, place)}</span>
  )
  return (
    <Panel aria-label="Balance">
      <PanelHeader title="Balance" actions={billing && <Badge>{billing.plan.name}</Badge>} />
      <div className="px-4 pt-4 pb-3">
        <p className="text-xs text-faint-foreground">Available</p>
        <div className="figures mt-1 flex h-9 items-center text-3xl font-semibold tracking-[-0.02em]">
          {data ? exact(data.available, 'balance') : <Skeleton className="h-6 w-32" />}
        </div>
      </div>
      {billing?.plan.status === 'past_due' && (
        <Alert tone="danger" title="Negative balance" className="mx-4 mb-3">
          Requests are refused until you add credit.
        </Alert>
      )}
      {error && !data && (
        <p role="alert" className="px-4 pb-4 text-sm text-destructive-text">
          The balance could not be loaded. {error.message}
        </p>
      )}
      <dl className="divide-y divide-border border-t border-border text-sm">
        <Line name="Reserved">{data && formatMoney(data.held, 'sum')}</Line>
        <Line name="Total spent">{data && exact(data.total_used, 'sum')}</Line>
        <Line name="Total purchased">{data && exact(data.total_purchased, 'exact')}</Line>
      </dl>
    </Panel>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 px-4 py-2.5">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="figures">{children ?? <Skeleton className="w-14" />}</dd>
    </div>
  )
}

/** The customer's cards at Stripe. */
function PaymentMethods({ billing }: { billing: BillingReply | undefined }) {
  return (
    <Panel aria-label="Payment methods">
      <PanelHeader title="Payment methods" />
      {!billing && (
        <div className="flex h-14 items-center gap-4 px-4">
          <Skeleton className="w-40" />
        </div>
      )}
      {billing?.payment_methods.length === 0 && (
        <p className="px-4 py-5 text-sm text-muted-foreground">
          {billing.payments === 'sandbox'
            ? 'No card needed in test mode.'
            : 'No saved cards. You enter one at Stripe when you pay; the number never reaches this service.'}
        </p>
      )}
      {billing && billing.payment_methods.length > 0 && (
        <ul className="divide-y divide-border">
          {billing.payment_methods.map((card) => (
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
      )}
    </Panel>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import dynamic from 'next/dynamic'
import { usePathname, useSearchParams } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { AlertSettings } from '@/components/account/alerts/alert-settings'
import { Page, PageHeader } from '@/components/layout/page'
import { Allowed } from '@/components/layout/permissions'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { WhenNear } from '@/components/ui/when-near'
import { formatMoney, type MoneyPlace } from '@/lib/client/format/money'
import type { BalanceReply } from '@/lib/money/ledger/schema'
import type { OfferReply } from '@/lib/money/orders/orders-schema'
import { balanceQuery, orderQuery } from '@/lib/money/orders/queries'
import { CreditPanel } from './credit-panel'
import { EntryList } from './entry-list'
import { OrderList } from './order-list'
import { PaymentPanel } from './payment-panel'

// Its form is heavier than the rest of the page.
const DetailsPanel = dynamic(() => import('./details-panel').then((module) => module.DetailsPanel), {
  ssr: false,
  loading: () => <Skeleton className="h-100 rounded-lg" />,
})

type BillingPageProps = {
  offer: OfferReply
  /** False where purchases in this browser would end at the sandbox payment page. */
  canPay: boolean
  /** When the page was opened. */
  balance: BalanceReply
}

/** The balance and credit to buy; automatic payments; past purchases and their documents. */
export function BillingPage({ offer, canPay, balance }: BillingPageProps) {
  return (
    <Page className="gap-10">
      <div className="flex flex-col gap-6">
        <PageHeader title="Billing" description="Prepaid credit. It never expires." />
        <CancelledNotice />
        <Part title="Credit">
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="min-w-0 lg:col-start-2">
              <BalanceCard balance={balance} />
            </div>
            <div className="min-w-0 lg:col-start-1 lg:row-start-1">
              <Allowed to="billing.manage">
                <CreditPanel offer={offer} canPay={canPay} />
              </Allowed>
            </div>
          </div>
        </Part>
      </div>
      <Part title="Payment and alerts">
        <Allowed to="billing.manage">
          <PaymentPanel payments={offer.payments} />
        </Allowed>
        <Allowed to="settings.manage">
          <AlertSettings />
        </Allowed>
      </Part>
      <Part title="History and documents">
        <HistoryPanel />
        <Allowed to="billing.manage">
          <WhenNear className="h-100 rounded-lg">
            <DetailsPanel />
          </WhenNear>
        </Allowed>
      </Part>
    </Page>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-4">
      <h2 className="text-md font-semibold">{title}</h2>
      {children}
    </section>
  )
}

/** Shown after the payment page was left without paying. */
function CancelledNotice() {
  const pathname = usePathname()
  const orderId = useSearchParams().get('cancelled')
  const { data, error } = useQuery({ ...orderQuery(orderId ?? ''), enabled: orderId !== null })
  if (!orderId || error) return null
  if (!data) return <Skeleton className="h-15.5 rounded-md" />
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
function BalanceCard({ balance }: Pick<BillingPageProps, 'balance'>) {
  const { data } = useQuery({ ...balanceQuery(), initialData: balance })
  // A balance is rounded down, never up; the title has the exact amount.
  const exact = (decimal: string, place: MoneyPlace) => (
    <span title={formatMoney(decimal, 'exact')}>{formatMoney(decimal, place)}</span>
  )
  return (
    <Panel aria-label="Balance">
      <PanelHeader title="Balance" />
      <div className="px-4 pt-4 pb-3">
        <p className="text-xs text-faint-foreground">Available</p>
        <div className="figures mt-1 flex h-9 items-center text-3xl font-semibold tracking-[-0.02em]">
          {exact(data.available, 'balance')}
        </div>
      </div>
      {data.available.startsWith('-') && (
        <Alert tone="danger" title="Negative balance" className="mx-4 mb-3">
          Requests are refused until you add credit.
        </Alert>
      )}
      <dl className="divide-y divide-border border-t border-border text-sm">
        <Line name="Reserved">{formatMoney(data.held, 'sum')}</Line>
        <Line name="Total spent">{exact(data.total_used, 'sum')}</Line>
        <Line name="Total purchased">{exact(data.total_purchased, 'exact')}</Line>
      </dl>
    </Panel>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 px-4 py-2.5">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}

const lists = { Orders: OrderList, 'Credits and debits': EntryList }
type ListName = keyof typeof lists
const isList = (name: string): name is ListName => name in lists

/** Purchases, or every change of the balance but charges for requests. */
export function HistoryPanel() {
  const [shown, setShown] = useState<ListName>('Orders')
  const List = lists[shown]
  return (
    <Panel aria-label="History">
      <PanelHeader
        title="History"
        actions={
          <ToggleGroup
            type="single"
            aria-label="Show"
            value={shown}
            onValueChange={(next) => isList(next) && setShown(next)}
          >
            {Object.keys(lists).map((name) => (
              <ToggleGroupItem key={name} value={name}>
                {name}
              </ToggleGroupItem>
            ))}
          </ToggleGroup>
        }
      />
      <List />
    </Panel>
  )
}

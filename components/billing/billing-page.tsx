'use client'

import { useQuery } from '@tanstack/react-query'
import { AlertSettings } from '@/components/alerts/alert-settings'
import { Page, PageHeader } from '@/components/layout/page'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import { billingQuery } from '@/lib/billing/queries'
import { BalanceCard } from './balance-card'
import { CancelledNotice } from './cancelled-notice'
import { CreditPanel } from './credit/credit-panel'
import { EntryPanel } from './entries/entry-panel'
import { OrderPanel } from './orders/order-panel'
import { PaymentMethods } from './payment-methods'

/** What the customer has, how to have more, and what was bought. */
export function BillingPage() {
  const billing = useQuery(billingQuery())
  return (
    <Page>
      <PageHeader
        title="Billing"
        description="Requests are paid from credit that is bought beforehand. It does not expire."
      />
      <CancelledNotice />
      {billing.error && !billing.data ? (
        <Panel>
          <ErrorState
            title="Billing could not be loaded"
            error={billing.error}
            onRetry={() => void billing.refetch()}
            retrying={billing.isFetching}
          />
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
      <OrderPanel />
      <EntryPanel />
      <AlertSettings />
    </Page>
  )
}

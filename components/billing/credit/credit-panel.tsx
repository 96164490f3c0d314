'use client'

import { useState } from 'react'
import { Panel, PanelHeader } from '@/components/ui/panel'
import type { BillingReply } from '@/lib/billing/orders-schema'
import { CheckoutSummary } from './checkout-summary'
import { CreditSkeleton } from './credit-skeleton'
import { PackageChoice } from './package-choice'
import { PaymentsNotice } from './payments-notice'

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

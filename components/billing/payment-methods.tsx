import { CreditCard } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import type { BillingReply } from '@/lib/billing/orders-schema'

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** The cards that the payment provider keeps for the customer. */
export function PaymentMethods({ billing }: { billing: BillingReply | undefined }) {
  return (
    <Panel aria-label="Payment methods">
      <PanelHeader title="Payment methods" />
      {!billing && (
        <div className="flex h-14 items-center gap-4 px-4">
          <Skeleton className="w-40" />
        </div>
      )}
      {billing?.payment_methods.length === 0 && (
        <p className="px-4 py-5 text-sm text-muted">
          {billing.payments === 'sandbox'
            ? 'The sandbox asks for no card.'
            : 'No card is kept. Stripe asks for one when you pay; its number never comes here.'}
        </p>
      )}
      {billing && billing.payment_methods.length > 0 && (
        <ul className="divide-y divide-line">
          {billing.payment_methods.map((card) => (
            <li
              key={`${card.brand} ${card.last4} ${card.exp_month} ${card.exp_year}`}
              className="flex min-h-12 items-center gap-3 px-4 py-2 text-sm"
            >
              <CreditCard className="size-4 shrink-0 text-faint" aria-hidden="true" />
              <span className="min-w-0 flex-1">
                {brands[card.brand] ?? card.brand} <span className="figures">•••• {card.last4}</span>
                <span className="figures block text-xs text-faint">
                  Expires {String(card.exp_month).padStart(2, '0')}/{card.exp_year}
                </span>
              </span>
              {card.is_default && <Badge>Default</Badge>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

import { Alert } from '@/components/ui/alert'
import type { BillingReply } from '@/lib/billing/orders-schema'

/** Says plainly when no money moves, or when none can be taken. */
export function PaymentsNotice({ payments }: Pick<BillingReply, 'payments'>) {
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

import Link from 'next/link'
import { feeOf } from '@/components/billing/credit/fee-of'
import { Button } from '@/components/ui/button'
import type { OfferReply } from '@/lib/billing/orders-schema'
import { formatMoney } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'

/** What can be bought, and what of it becomes credit. */
export function CreditPackages({ offer }: { offer: OfferReply }) {
  return (
    <div className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
      {offer.packages.map((one) => (
        <div key={one.inner_id} className="flex flex-col bg-surface p-5">
          <h3 className="figures text-2xl font-semibold">{formatMoney(one.price, { min: 0 })}</h3>
          <dl className="figures mt-4 mb-6 grid gap-1.5 text-sm">
            <div className="flex justify-between gap-4 text-muted">
              <dt>Fee, {feeOf(one, offer.platform_fee_rate).percent}</dt>
              <dd>−{formatMoney(feeOf(one, offer.platform_fee_rate).amount)}</dd>
            </div>
            <div className="flex justify-between gap-4 border-t border-line pt-1.5 font-medium">
              <dt>Credit</dt>
              <dd>{formatMoney(one.credit)}</dd>
            </div>
          </dl>
          <Button asChild className="mt-auto">
            <Link
              prefetch={false}
              href={paths.billing}
              aria-label={`Buy for ${formatMoney(one.price, { min: 0 })}`}
            >
              Buy
            </Link>
          </Button>
        </div>
      ))}
    </div>
  )
}

import Link from 'next/link'
import { Page } from '@/components/layout/page'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { paths } from '@/lib/client/paths'
import { PaymentResult } from './payment-result'

/** Where the payment page leads to. */
export function PaymentReturn({ orderId }: { orderId: string | null }) {
  return (
    <Page className="max-w-xl md:py-16">
      <h1 className="sr-only">Payment</h1>
      <Panel>
        {orderId ? (
          <PaymentResult orderId={orderId} />
        ) : (
          <EmptyState
            title="The address names no order"
            description="Every order, paid or not, is listed under Billing."
            action={
              <Button asChild variant="primary">
                <Link href={paths.billing}>Go to billing</Link>
              </Button>
            }
          />
        )}
      </Panel>
    </Page>
  )
}

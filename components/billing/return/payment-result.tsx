'use client'

import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { Spinner } from '@/components/ui/spinner'
import { paths } from '@/lib/client/paths'
import { describeOutcome } from './describe-outcome'
import { OutcomeIcon } from './outcome-icon'
import { PaymentFacts } from './payment-facts'
import { usePayment } from './use-payment'

/** Waits for the payment, and says what came of it. */
export function PaymentResult({ orderId }: { orderId: string }) {
  const { order, outcome, error, refetch, isFetching } = usePayment(orderId)
  if (error && !order)
    return (
      <ErrorState
        title="The order could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
        action={
          <Button asChild>
            <Link href={paths.billing}>Go to billing</Link>
          </Button>
        }
      />
    )
  if (!order || !outcome)
    return (
      <div className="grid h-80 place-items-center">
        <Spinner label="Loading the order" />
      </div>
    )
  const { title, text } = describeOutcome(outcome, order)
  const canRetry = ['declined', 'failed', 'cancelled', 'expired'].includes(outcome)
  return (
    <div className="flex flex-col">
      <div role="status" className="flex flex-col items-center px-6 pt-10 pb-6 text-center">
        <OutcomeIcon outcome={outcome} />
        <h2 className="mt-4 text-xl font-semibold">{title}</h2>
        <p className="mt-1 max-w-sm text-sm text-muted">{text}</p>
      </div>
      <PaymentFacts order={order} />
      <div className="flex flex-wrap justify-center gap-2 border-t border-line p-4">
        {outcome === 'paid' && (
          <Button asChild>
            <Link href={paths.playground}>Open the playground</Link>
          </Button>
        )}
        <Button asChild variant={outcome === 'waiting' ? 'secondary' : 'primary'}>
          <Link href={paths.billing}>{canRetry ? 'Try again' : 'Go to billing'}</Link>
        </Button>
      </div>
    </div>
  )
}

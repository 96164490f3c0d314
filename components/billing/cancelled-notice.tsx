'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { usePathname, useSearchParams } from 'next/navigation'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { orderQuery } from '@/lib/billing/queries'
import { formatMoney } from '@/lib/client/format/money'

/** What stands above the page for somebody who has just left the payment page without paying. */
export function CancelledNotice() {
  const pathname = usePathname()
  const orderId = useSearchParams().get('cancelled')
  const { data } = useQuery({ ...orderQuery(orderId ?? ''), enabled: orderId !== null })
  if (!orderId || !data) return null
  const dismiss = () => window.history.replaceState(null, '', pathname)
  // The payment may have gone through in the moment of leaving; then it counts.
  const isPaid = data.paid_at !== null
  return (
    <Alert
      tone={isPaid ? 'success' : 'info'}
      title={isPaid ? 'The payment went through' : 'The payment was cancelled'}
      action={
        <Button variant="ghost" size="icon-sm" className="-my-1" aria-label="Dismiss" onClick={dismiss}>
          <X aria-hidden="true" />
        </Button>
      }
    >
      {isPaid
        ? `${formatMoney(data.credit_amount)} were credited before the page was left.`
        : `Nothing was charged for the ${formatMoney(data.amount)} package. It can be bought again at any time.`}
    </Alert>
  )
}

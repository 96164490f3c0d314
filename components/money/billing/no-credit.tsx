'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toNanos } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import { balanceQuery } from '@/lib/money/orders/queries'

/** Whether nothing can be spent. Not before it is known. */
export function useNoCredit(): boolean {
  const { data } = useQuery(balanceQuery())
  return data !== undefined && (toNanos(data.available) ?? 0n) <= 0n
}

/** Said beside what sends, before anything is sent. */
export function NoCreditNotice({ className }: { className?: string }) {
  return (
    <Alert
      tone="warning"
      title="There is no credit left"
      className={className ?? ''}
      action={
        <Button asChild size="sm">
          <Link href={paths.billing}>Add credit</Link>
        </Button>
      }
    >
      Requests that cost something are refused until some is added.
    </Alert>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Allowed, useMay } from '@/components/layout/permissions'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toNanos } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import { balanceQuery } from '@/lib/money/orders/queries'

/** Whether the available balance is used up; false while it loads. */
export function useNoCredit(): boolean {
  const { data } = useQuery({ ...balanceQuery(), enabled: useMay()('billing.read') })
  return data !== undefined && (toNanos(data.available) ?? 0n) <= 0n
}

/** Shown beside a form before anything is sent. */
export function NoCreditNotice({ className }: { className?: string }) {
  return (
    <Alert
      tone="warning"
      title="No credit left"
      className={className ?? ''}
      action={
        <Allowed to="billing.manage">
          <Button variant="outline" asChild size="sm">
            <Link href={paths.billing}>Add credit</Link>
          </Button>
        </Allowed>
      }
    >
      Paid requests are refused until you add credit.
    </Alert>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '@/components/ui/skeleton'
import { Tooltip } from '@/components/ui/tooltip'
import { balanceQuery } from '@/lib/billing/queries'
import { formatCost, formatMoney } from '@/lib/client/format/money'

/** What can still be spent, in sight on every page. */
export function BalanceChip() {
  const { data, isError } = useQuery(balanceQuery())
  if (isError) return null
  if (!data) return <Skeleton className="h-4 w-16" />
  return (
    <Tooltip
      side="bottom"
      content={
        <span className="figures">
          {formatCost(data.available)} can be spent, {formatCost(data.held)} held for requests under way
        </span>
      }
    >
      <span className="figures flex items-baseline gap-1.5 rounded-sm px-1 text-sm">
        <span className="text-faint max-sm:sr-only">Balance</span>
        <span className="font-medium text-ink" data-testid="balance">
          {formatMoney(data.available, { rounding: 'down' })}
        </span>
      </span>
    </Tooltip>
  )
}

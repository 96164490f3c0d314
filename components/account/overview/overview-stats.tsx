'use client'

import { Stat, StatGrid } from '@/components/data/facts'
import { failedShare, usageMetrics } from '@/components/money/usage/figures'
import { formatNumber } from '@/lib/client/format/number'
import { SPEND_DAYS, useSpend } from './spend'

/** Spend, traffic and failures. */
export function OverviewStats() {
  const { spend, error } = useSpend()
  const { value: money } = usageMetrics.cost.format
  const missing = error ? '–' : undefined
  return (
    <section aria-label="Figures">
      <StatGrid>
        <Stat name="Spent today">{spend ? money(spend.todayNanos) : missing}</Stat>
        <Stat name="Spent this month">{spend ? money(spend.monthNanos) : missing}</Stat>
        <Stat name={`Requests, ${SPEND_DAYS} days`}>{spend ? formatNumber(spend.requests) : missing}</Stat>
        <Stat
          name={`Failed, ${SPEND_DAYS} days`}
          note={
            spend && spend.requests > 0
              ? `${formatNumber(spend.failed_requests)} of ${formatNumber(spend.requests)}`
              : undefined
          }
        >
          {spend ? failedShare(spend) : missing}
        </Stat>
      </StatGrid>
    </section>
  )
}

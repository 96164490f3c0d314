'use client'

import { useQuery } from '@tanstack/react-query'
import { Stat } from '@/components/data/stat'
import { StatGrid } from '@/components/data/stat-grid'
import { usageMetrics } from '@/components/usage/chart/usage-metrics'
import { failedShare } from '@/components/usage/totals/failed-share'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import { median } from './median'
import { overviewRequestsQuery } from './overview-requests-query'
import { SPEND_DAYS } from './spend/summarise-spend'
import { useSpend } from './spend/use-spend'

/** How the account does: money, traffic, failures, speed. */
export function OverviewStats() {
  const { spend, error } = useSpend()
  const latest = useQuery(overviewRequestsQuery())
  const { value: money } = usageMetrics.cost.format
  const served = latest.data?.items.filter(({ status }) => status !== 'failed').map((item) => item.latency_ms)
  const middle = served && median(served)
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
        <Stat
          name="Latency"
          note={served && served.length > 0 ? `Median of the last ${served.length}` : undefined}
        >
          {served ? (middle === undefined ? '–' : formatDuration(middle)) : latest.error ? '–' : undefined}
        </Stat>
      </StatGrid>
    </section>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { Stat, StatGrid } from '@/components/data/stat'
import { usageMetrics } from '@/components/usage/chart/usage-metrics'
import { failedShare } from '@/components/usage/format-figures'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import { overviewRequestsQuery } from './latest-requests'
import { SPEND_DAYS, useSpend } from './spend'

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

/** The middle of some numbers; undefined of none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle]
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { modalities, modalityNames } from '@/components/catalog/models/modality'
import { Stat, StatGrid } from '@/components/data/facts'
import { failedShare, usageMetrics } from '@/components/money/usage/figures'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import type { RecentItem } from '@/lib/money/usage/schema'
import { overviewRequestsQuery } from './latest-requests'
import { SPEND_DAYS, useSpend } from './spend'

/** Spend, traffic, failures and latency. */
export function OverviewStats() {
  const { spend, error } = useSpend()
  const latest = useQuery(overviewRequestsQuery())
  const { value: money } = usageMetrics.cost.format
  const latencies = latest.data && medianLatencies(latest.data.items)
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
        {latencies && latencies.length > 0 ? (
          latencies.map(({ modality, count, millis }) => (
            <Stat
              key={modality}
              name={`${modalityNames[modality]} latency`}
              note={`Median of the last ${count}`}
            >
              {formatDuration(millis)}
            </Stat>
          ))
        ) : (
          <Stat name="Latency" note={undefined}>
            {latencies || latest.error ? '–' : undefined}
          </Stat>
        )}
      </StatGrid>
    </section>
  )
}

type Timed = Pick<RecentItem, 'status' | 'modality' | 'latency_ms'>

/** The median latency of served requests, by modality: a video takes a minute, a chat a second. */
export function medianLatencies(items: readonly Timed[]) {
  return modalities.flatMap((modality) => {
    const own = items.filter((item) => item.modality === modality && item.status !== 'failed')
    const millis = median(own.map((item) => item.latency_ms))
    return millis === undefined ? [] : { modality, count: own.length, millis }
  })
}

/** Undefined for an empty list. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle]
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2
}

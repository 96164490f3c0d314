'use client'

import { useQuery } from '@tanstack/react-query'
import { useBrowserZone } from '@/components/data/browser'
import { useNow } from '@/components/data/relative-time'
import { addDays, firstOfMonth, todayIn } from '@/components/money/usage/view/calendar'
import { toNanos } from '@/lib/client/format/money'
import { usageQuery } from '@/lib/money/usage/queries'
import type { UsageDay } from '@/lib/money/usage/schema'

/** Days that the overview covers. */
export const SPEND_DAYS = 14

export type SpendSummary = {
  todayNanos: number
  monthNanos: number
  /** Of the last days, and of as many before them. */
  recentNanos: number
  beforeNanos: number
  requests: number
  failed_requests: number
  /** The last days, oldest first. */
  days: readonly UsageDay[]
}

/** The days to load: this month, and twice the shown days for the comparison. */
export function spendRange(today: string): { start: string; end: string } {
  const [start = today] = [firstOfMonth(today), addDays(today, 1 - 2 * SPEND_DAYS)].sort()
  return { start, end: today }
}

export function summariseSpend(daily: readonly UsageDay[], today: string): SpendSummary {
  const from = addDays(today, 1 - SPEND_DAYS)
  const before = addDays(from, -SPEND_DAYS)
  const days = daily.filter(({ date }) => date >= from && date <= today)
  const count = (of: (day: UsageDay) => number) => days.reduce((sum, day) => sum + of(day), 0)
  return {
    todayNanos: sumNanos(daily.filter(({ date }) => date === today)),
    monthNanos: sumNanos(daily.filter(({ date }) => date >= firstOfMonth(today))),
    recentNanos: sumNanos(days),
    beforeNanos: sumNanos(daily.filter(({ date }) => date >= before && date < from)),
    requests: count(({ requests }) => requests),
    failed_requests: count(({ failed_requests }) => failed_requests),
    days,
  }
}

function sumNanos(days: readonly UsageDay[]): number {
  return Number(days.reduce((sum, { cost }) => sum + (toNanos(cost) ?? 0n), 0n))
}

/** Recent spend, by day in the reader's time zone. */
export function useSpend() {
  const zone = useBrowserZone()
  const today = todayIn(zone ?? 'UTC', useNow())
  const { start, end } = spendRange(today)
  const { data, error, refetch, isFetching } = useQuery({
    ...usageQuery({ start_date: start, end_date: end, timezone: zone ?? 'UTC' }),
    enabled: zone !== null,
    refetchInterval: 60_000,
  })
  return { spend: data && summariseSpend(data.daily, today), usage: data, error, refetch, isFetching }
}

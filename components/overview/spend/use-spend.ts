'use client'

import { useQuery } from '@tanstack/react-query'
import { useBrowserZone } from '@/components/data/use-browser-zone'
import { useNow } from '@/components/data/use-now'
import { todayIn } from '@/components/usage/range/calendar'
import { usageQuery } from '@/lib/usage/queries'
import { spendRange, summariseSpend } from './summarise-spend'

/** What was spent lately, in days of the reader's own zone. */
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

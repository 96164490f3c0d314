'use client'

import { useBrowserZone } from '@/components/data/use-browser-zone'
import { useNow } from '@/components/data/use-now'
import { todayIn } from '../range/calendar'
import { type DayRange, previousRange, resolveRange } from '../range/resolve-range'
import type { UsageView } from './usage-view'

export type ZonedRange = { zone: string; today: string; range: DayRange; previous: DayRange }

/** The days that the view means, in its zone. Null until the browser's zone is known. */
export function useUsageRange(view: UsageView): ZonedRange | null {
  const browserZone = useBrowserZone()
  const now = useNow()
  const zone = view.zone ?? browserZone
  if (!zone) return null
  const today = todayIn(zone, now)
  const range = resolveRange(view, today)
  return { zone, today, range, previous: previousRange(range, view.range) }
}

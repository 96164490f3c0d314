'use client'

import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '@/lib/money/usage/queries'
import { markFilters, type ZonedRange } from './usage-range'
import type { UsageView } from './usage-view'

/** The end users and tags with the highest cost in the view's range, whatever it is filtered by. */
export function useMarks(view: UsageView, zoned: ZonedRange) {
  const users = useQuery(usageQuery(markFilters(view, zoned, 'end_user'))).data
  const tags = useQuery(usageQuery(markFilters(view, zoned, 'tag'))).data
  return {
    users: users?.values ?? [],
    tags: tags?.values ?? [],
    unlisted: Math.max(users?.unlisted_requests ?? 0, tags?.unlisted_requests ?? 0),
  }
}

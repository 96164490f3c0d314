'use client'

import { useQuery } from '@tanstack/react-query'
import { keyListQuery } from '@/lib/api-keys/queries'
import { balanceQuery } from '@/lib/billing/queries'
import { toNanos } from '@/lib/client/format/money'
import { overviewRequestsQuery } from '../overview-requests-query'
import { useSpend } from '../spend/use-spend'

export type FirstStepsDone = { key: boolean; request: boolean; credit: boolean; playground: boolean }

/** Which of the first steps are done, as the account's own data say. Null until all of them are known. */
export function useFirstSteps(): FirstStepsDone | null {
  const keys = useQuery(keyListQuery())
  const latest = useQuery(overviewRequestsQuery())
  const balance = useQuery(balanceQuery())
  const { usage } = useSpend()
  if (!keys.data || !latest.data || !balance.data || !usage) return null
  const { available, total_purchased, total_used } = balance.data
  return {
    key: keys.data.length > 0,
    request: latest.data.items.length > 0,
    credit: [available, total_purchased, total_used].some((amount) => (toNanos(amount) ?? 0n) > 0n),
    // A request without a key can only have come from the console.
    playground: usage.api_keys.some(({ api_key_id }) => api_key_id === null),
  }
}

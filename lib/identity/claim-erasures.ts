import { clock } from '@/lib/platform/clock'
import { claimDueErasures } from './internal/customers/erasure-repository'

/** Some deleted customers that left something, for this process alone; they are due again after `retrySeconds`. */
export function claimErasures(
  retrySeconds: number,
  limit: number,
): Promise<{ id: string; deletedAt: Date }[]> {
  const now = clock.now()
  return claimDueErasures(now, new Date(now.getTime() + retrySeconds * 1000), limit)
}

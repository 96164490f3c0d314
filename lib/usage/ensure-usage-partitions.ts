import { clock } from '@/lib/platform/clock'
import { ensurePartitions } from './repository'

/** Month partitions for this month and the next two. */
export function ensureUsagePartitions(): Promise<void> {
  return ensurePartitions(clock.now())
}

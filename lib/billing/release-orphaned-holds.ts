import { DEAD_AFTER_SECONDS, instanceId } from '@/lib/platform/instance'
import { logger } from '@/lib/platform/logger'
import { listHoldsOf, listOrphanedHolds, releaseAbandonedHolds } from './internal/holds/repository'
import { isOpen } from './ledger'

const FORGOTTEN_AFTER_SECONDS = 60
const AT_ONCE = 1000

/** Gives back the money held by processes that died. Safe to run anywhere, any number of times. */
export async function releaseOrphanedHolds(): Promise<number> {
  const orphans = await listOrphanedHolds(instanceId(), DEAD_AFTER_SECONDS, AT_ONCE)
  // A hold whose statement committed though its answer was lost: this process does not know that it exists.
  const own = await listHoldsOf(instanceId(), FORGOTTEN_AFTER_SECONDS)
  const abandoned = [...orphans, ...own.filter((id) => !isOpen(id))]
  if (abandoned.length === 0) return 0
  const count = await releaseAbandonedHolds(abandoned)
  if (count > 0) logger.warn({ count }, 'released holds that no process was serving')
  return count
}

import { clock } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { storage } from '@/lib/platform/storage/storage'
import { claimDue, deleteRows } from './repository'

const AT_ONCE = 100
const RETRY_AFTER_MILLIS = 10 * 60 * 1000

/**
 * Deletes what has expired, was deleted, or was never stored to its end: the bytes first, then the row. What the store
 * does not let go of is tried again later. Safe to run twice and anywhere.
 */
export async function sweepObjects(): Promise<void> {
  for (;;) {
    const now = clock.now()
    const due = await claimDue(now, new Date(now.getTime() + RETRY_AFTER_MILLIS), AT_ONCE)
    const outcomes = await Promise.allSettled(due.map(({ storageKey }) => storage().delete(storageKey)))
    const gone = due.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    if (gone.length > 0) await deleteRows(gone.map(({ id }) => id))
    if (gone.length < due.length)
      logger.warn({ count: due.length - gone.length }, 'expired objects could not be deleted')
    if (due.length < AT_ONCE || gone.length === 0) return
  }
}

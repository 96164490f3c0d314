import { claimErasures, endErasure } from '@/lib/identity/deletion'
import { clock } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { eraseCustomer } from './erase-customer'

const AT_ONCE = 20
const AGAIN_AFTER_SECONDS = 15 * 60
/** Requests that were under way when the account was deleted have ended by then, and left what they made. */
const LAST_LOOK_MILLIS = 60 * 60_000

/** Erases what deleted accounts left: at once, and again until an hour has passed and nothing is left. */
export async function sweepDeletedAccounts(): Promise<void> {
  for (const { id, deletedAt } of await claimErasures(AGAIN_AFTER_SECONDS, AT_ONCE)) {
    try {
      const isErased = await eraseCustomer(id)
      if (isErased && clock.now().getTime() - deletedAt.getTime() >= LAST_LOOK_MILLIS) await endErasure(id)
    } catch (error) {
      logger.error({ customerId: id, err: String(error) }, 'a deleted account could not be erased yet')
    }
  }
}

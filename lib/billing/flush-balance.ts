import { logger } from '@/lib/platform/logger'
import { isDoneWithin } from '@/lib/platform/probe'
import { flushLedgerBriefly } from './ledger'
import { releaseUnsharedHolds } from './pooled-holds'

const RELEASE_PATIENCE_MILLIS = 1000

/**
 * Before a balance is read: writes down what the customer's requests have used, and gives back what was held for requests
 * to come, so that it shows what is held for requests under way. Waits at most twice as long as `flushLedgerBriefly`.
 */
export async function flushBalance(customerId: string): Promise<void> {
  await flushLedgerBriefly()
  const released = releaseUnsharedHolds(customerId)?.catch((error: unknown) =>
    logger.warn({ err: String(error) }, 'a pooled hold was not given back'),
  )
  if (released) await isDoneWithin(released, RELEASE_PATIENCE_MILLIS)
}

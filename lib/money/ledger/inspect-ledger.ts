import { logger } from '@/lib/platform/logger'
import { listOpenHoldIds, listUnservedHoldRows, readLedgerSums, type UnservedHold } from './repository'

/** At most this many differences are listed; one is enough to look for the reason. */
const DRIFT_LIMIT = 100

export type LedgerReport = Awaited<ReturnType<typeof readLedgerSums>>

/**
 * Sums the whole ledger, as of one moment: the entries by account, the balances and held sums kept beside them, and the
 * open holds. `drift` are the customers whose kept figures differ; none ever should.
 */
export async function inspectLedger(): Promise<LedgerReport> {
  const report = await readLedgerSums(DRIFT_LIMIT)
  for (const row of report.drift)
    logger.error({ customerId: row.customer_id }, 'a balance differs from its ledger')
  return report
}

/** Which of these holds are still open. */
export function listOpenHolds(ids: string[]): Promise<string[]> {
  return listOpenHoldIds(ids)
}

export type { UnservedHold }

const LIMIT = 10_000

/**
 * Open holds that no living process serves. Those with `is_kept` were handed to a task, which must exist and not have
 * ended; the others belong to a process that died, and the sweep releases them within seconds.
 */
export function listUnservedHolds(olderThanSeconds: number): Promise<UnservedHold[]> {
  return listUnservedHoldRows(olderThanSeconds, LIMIT)
}

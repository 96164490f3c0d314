import { logger } from '@/lib/platform/logger'
import { listLedgerDrift } from './repository'

/** Compares every kept balance with the sum of its entries and open holds. Answers how many differ; none ever should. */
export async function checkLedger(): Promise<number> {
  const drift = await listLedgerDrift()
  for (const row of drift) logger.error({ customerId: row.customer_id }, 'a balance differs from its ledger')
  return drift.length
}

import type { PoolClient } from 'pg'
import { flushLedgerBriefly } from './ledger'
import { replaceKeyPeriod } from './repository'

/**
 * A key's limit is reset otherwise than before, or is new: what counts in its period is what `count` finds, in nano-USD,
 * while nothing can be added to it. A key that never spent has nothing to count.
 */
export async function recountKeySpend(
  apiKeyId: string,
  periodStart: Date,
  count: (db: PoolClient) => Promise<bigint>,
): Promise<void> {
  await flushLedgerBriefly()
  await replaceKeyPeriod(apiKeyId, periodStart, count)
}

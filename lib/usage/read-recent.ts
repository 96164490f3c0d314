import { flushLedgerBriefly } from '@/lib/billing/ledger'
import { readPrices } from '@/lib/billing/read-prices'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { toRecentItem } from './presenter'
import { findRecord } from './repository'
import type { RecentItem } from './schema'

/** One request of the customer's, with its bill. */
export async function readRecent(caller: Caller, id: string): Promise<RecentItem> {
  await flushLedgerBriefly()
  const row = await findRecord(caller.customerId, id)
  if (!row) throw new AppError('not_found')
  const prices = await readPrices(row.price_id === null ? [] : [row.price_id])
  return toRecentItem(row, row.price_id === null ? undefined : prices.get(row.price_id))
}

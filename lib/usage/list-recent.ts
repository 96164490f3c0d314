import { flushLedgerBriefly } from '@/lib/billing/ledger'
import { readPrices } from '@/lib/billing/read-prices'
import type { Caller } from '@/lib/platform/caller'
import { decodeCursor, encodeCursor } from '@/lib/platform/page-cursor'
import { findRecords } from './internal/find-records'
import { resolveRecordFilter } from './internal/resolve-record-filter'
import { toRecentItem } from './presenter'
import type { RecentQuery, RecentReply } from './schema'

const isRequestId = (text: string) => /^req_[0-9a-z]{26}$/.test(text)

/** The customer's latest requests, newest first, each with the bill that explains its cost. */
export async function listRecent(caller: Caller, query: RecentQuery): Promise<RecentReply> {
  const { limit } = query
  const after = decodeCursor(query.cursor, isRequestId)
  const filter = { ...(await resolveRecordFilter(caller, query)), after }
  await flushLedgerBriefly()
  const rows = await findRecords(caller.customerId, filter, limit + 1)
  const page = rows.slice(0, limit)
  const prices = await readPrices(page.flatMap((row) => row.price_id ?? []))
  const last = page.at(-1)
  const hasMore = rows.length > limit
  return {
    items: page.map((row) => toRecentItem(row, row.price_id === null ? undefined : prices.get(row.price_id))),
    next_cursor: hasMore && last ? encodeCursor({ createdAt: last.created_at, id: last.id }) : '',
    has_more: hasMore,
  }
}

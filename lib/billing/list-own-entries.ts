import type { Caller } from '@/lib/platform/caller'
import { formatUsd } from '@/lib/platform/money'
import { BalanceEntryKind, type EntriesQuery, type EntriesReply } from './entries-schema'
import { countEntryRows } from './internal/inspection/repository'
import { type LedgerEntry, listEntries } from './list-entries'

/** What came into and went out of the caller's balance besides requests, newest first. */
export async function listOwnEntries(
  { customerId }: Caller,
  { limit, offset }: EntriesQuery,
): Promise<EntriesReply> {
  const [entries, total] = await Promise.all([
    listEntries(customerId, limit, offset),
    countEntryRows(customerId),
  ])
  const has_more = offset + entries.length < total
  return { items: entries.map(presentEntry), total, limit, offset, has_more }
}

function presentEntry({ key, kind, amountNanos, createdAt }: LedgerEntry): EntriesReply['items'][number] {
  return {
    id: key,
    kind: BalanceEntryKind.parse(kind),
    amount: formatUsd(amountNanos),
    currency: 'USD',
    order_id: /^order:(\w+):/.exec(key)?.[1] ?? null,
    created_at: createdAt.toISOString(),
  }
}

import { flushLedgerBriefly } from '@/lib/money/ledger/ledger'
import { readPrices } from '@/lib/money/prices/read-prices'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { cursorAt, decodeCursor, toPage } from '@/lib/platform/page-cursor'
import { type NameReaders, resolveRecordFilter } from './internal/resolve-query'
import { listQuarters, listUsedModels, markOf, type Quarter } from './internal/rollup-repository'
import { toRecentItem } from './presenter'
import { findRecord, listRecords, type RecordFilter, type UsageRecordRow } from './repository'
import type { RecentItem, RecentQuery, RecentReply } from './schema'

const isRequestId = (text: string) => /^req_[0-9a-z]{26}$/.test(text)

/** The customer's requests, newest first, each with its bill. */
export async function listRecent(
  caller: Caller,
  query: RecentQuery,
  readers: NameReaders,
): Promise<RecentReply> {
  const { limit } = query
  const after = decodeCursor(query.cursor, isRequestId)
  const filter = { ...(await resolveRecordFilter(caller, query, readers)), after }
  await flushLedgerBriefly()
  const rows = await findRecords(caller.customerId, filter, limit + 1)
  const present = await presenterOf(rows)
  // The interface specification names these three fields.
  const { data: items, next_cursor, has_more } = toPage(rows, limit, present, cursorAt)
  return { items, next_cursor, has_more }
}

/** One of the customer's requests, with its bill. */
export async function readRecent(caller: Caller, id: string): Promise<RecentItem> {
  await flushLedgerBriefly()
  const row = await findRecord(caller.customerId, id)
  if (!row) throw new AppError('not_found')
  return (await presenterOf([row]))(row)
}

/** Reads the prices of these rows, and presents each with its own. */
async function presenterOf(rows: readonly UsageRecordRow[]): Promise<(row: UsageRecordRow) => RecentItem> {
  const prices = await readPrices(rows.flatMap((row) => row.price_id ?? []))
  return (row) => toRecentItem(row, prices.get(row.price_id ?? ''))
}

const FIRST_QUARTERS = 4
/** Some listed quarters turn out empty: at either end of the range, or where every request was refunded. */
const SPARE_QUARTERS = 2

/**
 * The customer's rows that match the filter, newest first. Rows are indexed by time only, so for rare matches rollups and tallies
 * tell which quarter hours have any, and between which moments; only those are read, a few at first since they mostly suffice.
 */
export async function findRecords(
  customerId: string,
  filter: RecordFilter,
  limit: number,
): Promise<UsageRecordRow[]> {
  const { modelId, apiKeyId, status, modality } = filter
  const needsModels = modelId !== undefined || modality !== undefined
  const isMarked = markOf(filter) !== undefined
  const isNarrow = needsModels || isMarked || apiKeyId !== undefined || status === 'failed'
  if (!isNarrow || status === 'refunded') return listRecords(customerId, filter, limit)
  const models = needsModels && !isMarked ? await listUsedModels(customerId, filter) : null
  const found: UsageRecordRow[] = []
  let before: Date | null = null
  for (let count = FIRST_QUARTERS, spare = 1; ; spare *= 4) {
    const known: Quarter[] = await listQuarters(customerId, filter, models, before, count)
    const quarters = enoughOf(known, (limit - found.length) * spare)
    const rows = await listRecords(customerId, filter, limit - found.length, quarters)
    found.push(...rows)
    if (found.length === limit || (known.length < count && quarters.length === known.length)) return found
    before = quarters.at(-1)?.quarter ?? null
    count = Math.min(count * 4, limit - found.length + SPARE_QUARTERS)
  }
}

/** The latest quarters that have so many matching requests: of a frequent customer, each is thousands of rows to read. */
function enoughOf(quarters: readonly Quarter[], wanted: number): Quarter[] {
  let sum = 0
  const enough: Quarter[] = []
  for (const quarter of quarters) {
    if (sum >= wanted) break
    enough.push(quarter)
    sum += quarter.count
  }
  return enough
}

import { flushLedgerBriefly } from '@/lib/money/ledger/ledger'
import { readPrices } from '@/lib/money/prices/read-prices'
import { type Caller, ownOnly } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { cursorAt, decodeCursor, toPage } from '@/lib/platform/page-cursor'
import { listQuarters, listUsedModels, type Quarter } from './internal/quarter-repository'
import { type NameReaders, resolveRecordFilter } from './internal/resolve-query'
import { markOf } from './internal/rollup-repository'
import { toRecentItem } from './presenter'
import { listRecords, type RecordFilter, type UsageRecordRow } from './repository'
import type { RecentItem, RecentQuery, RecentReply } from './schema'
import { type Found, findInBoth, findInEither } from './stores'

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
  const { rows, isCut } = await findRecords(caller.customerId, filter, limit + 1)
  const present = await presenterOf(caller.customerId, rows, readers)
  // The interface specification names these three fields.
  const { data: items, next_cursor, has_more } = toPage(rows, limit, present, cursorAt)
  // The next page says why it cannot be read, or is there by then.
  const last = rows.at(-1)
  return isCut && last
    ? { items, next_cursor: cursorAt(last), has_more: true }
    : { items, next_cursor, has_more }
}

/** One of the customer's requests, with its bill. */
export async function readRecent(caller: Caller, id: string, readers: NameReaders): Promise<RecentItem> {
  await flushLedgerBriefly()
  const row = await findInEither(caller.customerId, id)
  const own = ownOnly(caller, 'usage.read')
  if (!row || (own !== undefined && row.member_id !== own)) throw new AppError('not_found')
  return (await presenterOf(caller.customerId, [row], readers))(row)
}

/** The task that one of the customer's requests created, if any. */
export async function readTaskOf(customerId: string, id: string): Promise<string | null> {
  await flushLedgerBriefly()
  return (await findInEither(customerId, id))?.task_id ?? null
}

/** Reads the prices and names of these rows, and presents each with its own. */
export async function presenterOf(
  customerId: string,
  rows: readonly UsageRecordRow[],
  readers: NameReaders,
): Promise<(row: UsageRecordRow) => RecentItem> {
  const [prices, names] = await Promise.all([
    readPrices(rows.flatMap((row) => row.price_id ?? [])),
    readOwnerNames(customerId, rows, readers),
  ])
  return (row) => toRecentItem(row, prices.get(row.price_id ?? ''), names(row))
}

/** Today's names of the rows' members and projects. */
export async function readOwnerNames(
  customerId: string,
  rows: readonly UsageRecordRow[],
  readers: NameReaders,
) {
  const idsOf = (column: 'member_id' | 'project_id') => [...new Set(rows.flatMap((row) => row[column] ?? []))]
  const [memberIds, projectIds] = [idsOf('member_id'), idsOf('project_id')]
  const [members, projects] = await Promise.all([
    memberIds.length > 0 ? readers.readMemberNames(customerId, memberIds) : undefined,
    projectIds.length > 0 ? readers.readProjectNames(customerId, projectIds) : undefined,
  ])
  return ({ member_id, project_id }: UsageRecordRow) => ({
    member_name: members?.get(member_id ?? '')?.name ?? null,
    project_name: projects?.get(project_id ?? '') ?? null,
  })
}

const FIRST_QUARTERS = 4
/** Some listed quarters turn out empty: at either end of the range, or where every request was refunded. */
const SPARE_QUARTERS = 2

/** The customer's rows that match the filter, newest first. */
export function findRecords(customerId: string, filter: RecordFilter, limit: number): Promise<Found> {
  return findInBoth(customerId, filter, limit, (stored) => findStored(customerId, stored, limit))
}

/**
 * Those that PostgreSQL has. Rows are indexed by time only, so for rare matches rollups and tallies
 * tell which quarter hours have any, and between which moments; only those are read, a few at first since they mostly suffice.
 */
async function findStored(
  customerId: string,
  filter: RecordFilter,
  limit: number,
): Promise<UsageRecordRow[]> {
  const { modelId, callerIds, status, modality } = filter
  const needsModels = modelId !== undefined || modality !== undefined
  const isMarked = markOf(filter) !== undefined
  const isNarrow = needsModels || isMarked || callerIds !== undefined || status === 'failed'
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

import { Readable } from 'node:stream'
import { flushLedgerBriefly } from '@/lib/billing/ledger'
import type { Caller } from '@/lib/platform/caller'
import { findRecords } from './internal/find-records'
import type { RecordFilter } from './internal/record-list-sql'
import { resolveRecordFilter } from './internal/resolve-record-filter'
import { recordHeadLine, writeRecordLine } from './internal/write-record-line'
import type { RecentQuery } from './schema'

const PAGE = 500

/** All requests that were asked for as a table for spreadsheets, newest first, read no faster than they are taken. */
export async function exportRecent(
  caller: Caller,
  query: RecentQuery,
): Promise<{ fileName: string; mimeType: string; content: Readable }> {
  const filter = await resolveRecordFilter(caller, query)
  await flushLedgerBriefly()
  const days = [query.start_date && `from-${query.start_date}`, query.end_date && `to-${query.end_date}`]
  return {
    fileName: `${['requests', ...days.filter(Boolean)].join('-')}.csv`,
    mimeType: 'text/csv; charset=utf-8',
    content: Readable.from(writePages(caller.customerId, filter)),
  }
}

async function* writePages(
  customerId: string,
  filter: Omit<RecordFilter, 'after'>,
): AsyncGenerator<Buffer, void> {
  yield Buffer.from(recordHeadLine)
  let after: RecordFilter['after'] = null
  for (;;) {
    const rows = await findRecords(customerId, { ...filter, after }, PAGE)
    if (rows.length > 0) yield Buffer.from(rows.map(writeRecordLine).join(''))
    const last = rows.at(-1)
    if (rows.length < PAGE || last === undefined) return
    after = { createdAt: last.created_at, id: last.id }
  }
}

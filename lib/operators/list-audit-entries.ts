import { presentAuditEntry } from './presenter'
import { listAuditRows } from './repository'
import type { AuditPage, AuditQuery } from './schema'

/** What operators changed, newest first. */
export async function listAuditEntries(query: AuditQuery): Promise<AuditPage> {
  const rows = await listAuditRows(
    {
      beforeId: query.cursor === '' ? undefined : query.cursor,
      subjectType: query.subject_type,
      subjectId: query.subject_id,
    },
    query.limit + 1,
  )
  const items = rows.slice(0, query.limit).map(presentAuditEntry)
  const hasMore = rows.length > query.limit
  return { items, next_cursor: hasMore ? (items.at(-1)?.id ?? '') : '', has_more: hasMore }
}

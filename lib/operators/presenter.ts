import type { AuditRow } from './repository'
import { AuditEntry } from './schema'

export function presentAuditEntry(row: AuditRow): AuditEntry {
  return AuditEntry.parse({
    id: row.id,
    at: row.createdAt.toISOString(),
    user: { id: row.userId, email: row.userEmail },
    action: row.action,
    subject: { type: row.subjectType, id: row.subjectId },
    before: row.before,
    after: row.after,
    reason: row.reason,
  })
}

import { LedgerCheck } from './ledger-schema'
import type { AuditRow, CheckRow } from './repository'
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

export function presentCheck(row: CheckRow): LedgerCheck {
  return LedgerCheck.parse({
    id: row.id,
    cause: row.cause,
    status: row.status,
    started_at: row.startedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    findings: row.findings,
  })
}

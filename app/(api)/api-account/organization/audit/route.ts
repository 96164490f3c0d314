import { downloadAuditLines, listAuditLines } from '@/lib/account/organizations/audit'
import { AuditLog, AuditLogQuery } from '@/lib/account/organizations/audit-schema'
import { downloadReply } from '@/lib/http/replies'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'The organization’s audit log, newest first; `format=csv` downloads all of it',
    limit: 'account',
    needs: 'audit.read',
    query: AuditLogQuery,
    reply: AuditLog,
    alsoReplies: ['text/csv'],
    refuses: ['invalid_cursor'],
  },
  ({ caller, query, exchange }) =>
    query.format === 'csv'
      ? downloadReply(exchange, downloadAuditLines(caller, query))
      : listAuditLines(caller, query),
)

import { operatorRoute } from '@/lib/http/routes'
import { listAuditEntries } from '@/lib/operator/admin/audit'
import { AuditPage, AuditQuery } from '@/lib/operator/admin/schema'

export const GET = operatorRoute(
  {
    summary: 'Changes made by operators, newest first',
    limit: 'account',
    query: AuditQuery,
    reply: AuditPage,
  },
  ({ query }) => listAuditEntries(query),
)

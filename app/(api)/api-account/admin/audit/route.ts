import { operatorRoute } from '@/lib/http/routes'
import { listAuditEntries } from '@/lib/operators/audit'
import { AuditPage, AuditQuery } from '@/lib/operators/schema'

export const GET = operatorRoute(
  { summary: 'What operators changed, newest first', limit: 'account', query: AuditQuery, reply: AuditPage },
  ({ query }) => listAuditEntries(query),
)

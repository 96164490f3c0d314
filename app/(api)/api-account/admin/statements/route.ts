import { operatorRoute } from '@/lib/http/routes'
import { AddStatementRequest, Statement, StatementList } from '@/lib/operator/accounts/schema'
import { addStatement, listStatements } from '@/lib/operator/accounts/statements'

export const GET = operatorRoute(
  { summary: 'The latest statements of providers', limit: 'account', reply: StatementList },
  () => listStatements(),
)

export const POST = operatorRoute(
  {
    summary: 'Compare a provider’s statement with what was recorded',
    limit: 'account',
    body: AddStatementRequest,
    example: { provider_id: 'openai', start_date: '2026-10-01', end_date: '2026-10-31' },
    maxBodyBytes: 8 * 1024 * 1024,
    reply: Statement,
    status: 202,
    idempotent: true,
  },
  ({ body }) => addStatement(body),
)

import { operatorRoute } from '@/lib/http/routes'
import { StatementDetail } from '@/lib/operator/accounts/schema'
import { readStatement } from '@/lib/operator/accounts/statements'
import { IdParams } from '@/lib/operator/admin/catalog-schema'

export const GET = operatorRoute(
  {
    summary: 'A statement and its differences',
    limit: 'account',
    params: IdParams,
    reply: StatementDetail,
    refuses: ['not_found'],
  },
  ({ params }) => readStatement(params.id),
)

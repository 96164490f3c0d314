import { operatorRoute } from '@/lib/http/routes'
import { ChangeAccountRequest } from '@/lib/operator/accounts/schema'
import { IdParams, OperatorProvider } from '@/lib/operator/admin/catalog-schema'
import { changeProviderAccount } from '@/lib/operator/admin/providers'

export const PATCH = operatorRoute(
  {
    summary: 'Change the account at a provider: its alert threshold and admin key',
    limit: 'account',
    params: IdParams,
    body: ChangeAccountRequest,
    example: { alert_below: '50' },
    reply: OperatorProvider,
    refuses: ['demo_is_open', 'not_found'],
  },
  ({ caller, params, body }) => changeProviderAccount(caller, params.id, body),
)

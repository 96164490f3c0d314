import { operatorRoute } from '@/lib/http/routes'
import { limitCustomer, readOperatorCustomer } from '@/lib/operator/admin/customers'
import { Customer, CustomerParams } from '@/lib/operator/admin/customers-schema'
import { CallLimitsChange } from '@/lib/platform/fields'

export const GET = operatorRoute(
  {
    summary: 'A customer with users, keys, usage, orders and ledger entries',
    limit: 'account',
    params: CustomerParams,
    reply: Customer,
  },
  ({ params }) => readOperatorCustomer(params.id),
)

export const PATCH = operatorRoute(
  {
    summary: 'Limit the tokens per minute and the requests at once of a customer',
    limit: 'account',
    params: CustomerParams,
    body: CallLimitsChange,
    example: { rate_limit_tpm: 200_000, max_concurrency: 20 },
    reply: Customer,
    refuses: ['account_deleted'],
  },
  ({ caller, params, body }) => limitCustomer(caller, params.id, body),
)

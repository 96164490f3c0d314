import { operatorRoute } from '@/lib/http/routes'
import { readOperatorCustomer } from '@/lib/operator/admin/customers'
import { Customer, CustomerParams } from '@/lib/operator/admin/customers-schema'

export const GET = operatorRoute(
  {
    summary: 'A customer with users, keys, usage, orders and ledger entries',
    limit: 'account',
    params: CustomerParams,
    reply: Customer,
  },
  ({ params }) => readOperatorCustomer(params.id),
)

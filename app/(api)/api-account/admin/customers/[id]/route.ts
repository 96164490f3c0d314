import { operatorRoute } from '@/lib/http/routes'
import { readOperatorCustomer } from '@/lib/operator/admin/customers'
import { Customer, CustomerParams } from '@/lib/operator/admin/customers-schema'

export const GET = operatorRoute(
  { summary: 'Everything about one customer', limit: 'account', params: CustomerParams, reply: Customer },
  ({ params }) => readOperatorCustomer(params.id),
)

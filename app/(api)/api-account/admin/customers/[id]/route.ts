import { operatorRoute } from '@/lib/http/routes'
import { readOperatorCustomer } from '@/lib/operators/customers'
import { Customer, CustomerParams } from '@/lib/operators/customers-schema'

export const GET = operatorRoute(
  { summary: 'Everything about one customer', limit: 'account', params: CustomerParams, reply: Customer },
  ({ params }) => readOperatorCustomer(params.id),
)

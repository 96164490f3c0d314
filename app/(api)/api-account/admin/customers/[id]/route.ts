import { operatorRoute } from '@/lib/http/routes'
import { Customer, CustomerParams } from '@/lib/operators/customers-schema'
import { readOperatorCustomer } from '@/lib/operators/read-operator-customer'

export const GET = operatorRoute(
  { summary: 'Everything about one customer', limit: 'account', params: CustomerParams, reply: Customer },
  ({ params }) => readOperatorCustomer(params.id),
)

import { operatorRoute } from '@/lib/http/routes'
import { CustomerPage, CustomersQuery } from '@/lib/operators/customers-schema'
import { listCustomers } from '@/lib/operators/list-customers'

export const GET = operatorRoute(
  { summary: 'Search customers', limit: 'account', query: CustomersQuery, reply: CustomerPage },
  ({ query }) => listCustomers(query),
)

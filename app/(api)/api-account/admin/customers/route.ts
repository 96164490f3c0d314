import { operatorRoute } from '@/lib/http/routes'
import { listCustomers } from '@/lib/operators/customers'
import { CustomerPage, CustomersQuery } from '@/lib/operators/customers-schema'

export const GET = operatorRoute(
  { summary: 'Search customers', limit: 'account', query: CustomersQuery, reply: CustomerPage },
  ({ query }) => listCustomers(query),
)

import { operatorRoute } from '@/lib/http/routes'
import { listCustomers } from '@/lib/operator/admin/customers'
import { CustomerPage, CustomersQuery } from '@/lib/operator/admin/customers-schema'

export const GET = operatorRoute(
  { summary: 'Search customers', limit: 'account', query: CustomersQuery, reply: CustomerPage },
  ({ query }) => listCustomers(query),
)

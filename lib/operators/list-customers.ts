import { countKeys } from '@/lib/api-keys/keys-of-customers'
import { listBalances } from '@/lib/billing/balance'
import { searchCustomers } from '@/lib/identity/search-customers'
import type { CustomerPage, CustomersQuery } from './customers-schema'
import { presentCustomerItem } from './internal/present-customer-item'

/** Customers by a part of their name, email or id, newest first, with what they have. */
export async function listCustomers(query: CustomersQuery): Promise<CustomerPage> {
  const { search: text, status, limit, cursor } = query
  const beforeId = cursor === '' ? undefined : cursor
  const rows = await searchCustomers({ text, status, beforeId }, limit + 1)
  const page = rows.slice(0, limit)
  const ids = page.map(({ id }) => id)
  const [balances, keyCounts] = await Promise.all([listBalances(ids), countKeys(ids)])
  const hasMore = rows.length > limit
  return {
    items: page.map((row) => presentCustomerItem(row, balances.get(row.id), keyCounts.get(row.id))),
    next_cursor: hasMore ? (ids.at(-1) ?? '') : '',
    has_more: hasMore,
  }
}

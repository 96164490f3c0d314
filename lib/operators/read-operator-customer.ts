import { listKeys } from '@/lib/api-keys/keys'
import { type LedgerEntry, listBalances, listEntries, readBalance } from '@/lib/billing/balance'
import { listOrders } from '@/lib/billing/orders'
import { readCustomer } from '@/lib/identity/read-customer'
import type { Caller } from '@/lib/platform/caller'
import { formatUsd } from '@/lib/platform/money'
import { readUsage } from '@/lib/usage/read-usage'
import { UsageQuery } from '@/lib/usage/schema'
import { Customer, type CustomerEntry } from './customers-schema'
import { presentCustomerItem } from './internal/present-customer-item'
import { listAdjustmentReasons } from './repository'

const ENTRIES = 50
const ORDERS = 20

/** Everything about one customer, as it would see it itself. Throws `not_found`. */
export async function readOperatorCustomer(id: string): Promise<Customer> {
  const row = await readCustomer(id)
  const customer: Caller = { customerId: id, userId: null, apiKey: null, isOperator: false }
  const [balance, usage, keys, orders, entries, reasons] = await Promise.all([
    readBalance(customer),
    readUsage(customer, UsageQuery.parse({})),
    listKeys(customer),
    listOrders(customer, { limit: ORDERS, offset: 0 }),
    listEntries(id, ENTRIES),
    listAdjustmentReasons(id),
  ])
  const balances = await listBalances([id])
  return Customer.parse({
    ...presentCustomerItem(row, balances.get(id), keys.data.length),
    available: balance.available,
    total_purchased: balance.total_purchased,
    users: row.users.map(({ hasPassword, createdAt, ...user }) => ({
      ...user,
      has_password: hasPassword,
      created_at: createdAt.toISOString(),
    })),
    usage,
    keys: keys.data,
    orders: orders.items,
    order_count: orders.total,
    entries: entries.map((entry) => presentEntry(entry, reasons)),
  })
}

function presentEntry(entry: LedgerEntry, reasons: ReadonlyMap<string, string>): CustomerEntry {
  return {
    key: entry.key,
    kind: entry.kind,
    amount: formatUsd(entry.amountNanos),
    created_at: entry.createdAt.toISOString(),
    reason: reasons.get(entry.key) ?? null,
  }
}

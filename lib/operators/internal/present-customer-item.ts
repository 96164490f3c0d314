import type { CustomerBalance } from '@/lib/billing/balance'
import type { searchCustomers } from '@/lib/identity/search-customers'
import { formatUsd } from '@/lib/platform/money'
import type { CustomerItem } from '../customers-schema'

type CustomerSummary = Awaited<ReturnType<typeof searchCustomers>>[number]

export function presentCustomerItem(
  row: CustomerSummary,
  balance: CustomerBalance | undefined,
  keyCount: number | undefined,
): CustomerItem {
  return {
    id: row.id,
    name: row.name,
    email: row.users[0]?.email ?? null,
    is_operator: row.isOperator,
    is_demo: row.isDemo,
    suspended_at: row.suspendedAt?.toISOString() ?? null,
    deleted_at: row.deletedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    balance: formatUsd(balance?.balanceNanos ?? 0n),
    held: formatUsd(balance?.heldNanos ?? 0n),
    total_used: formatUsd(balance?.usedNanos ?? 0n),
    key_count: keyCount ?? 0,
  }
}

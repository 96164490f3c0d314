import { listBalanceRows } from './internal/inspection/repository'

export type CustomerBalance = {
  balanceNanos: bigint
  heldNanos: bigint
  purchasedNanos: bigint
  usedNanos: bigint
}

/** What these customers have; one that never had anything has no entry. */
export async function listBalances(customerIds: string[]): Promise<Map<string, CustomerBalance>> {
  const rows = await listBalanceRows(customerIds)
  return new Map(rows.map(({ customerId, ...balance }) => [customerId, balance]))
}

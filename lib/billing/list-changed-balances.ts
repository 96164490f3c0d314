import { listBalancesChangedAfter } from './repository'

export type ChangedBalance = {
  customerId: string
  /** Credit less what was spent; what is held is still in it. */
  balanceNanos: bigint
  updatedAt: Date
}

/** Balances of all customers that moved after a moment, by customer id; the next page begins behind the last one's. */
export function listChangedBalances(
  after: Date,
  afterCustomerId: string,
  limit: number,
): Promise<ChangedBalance[]> {
  return listBalancesChangedAfter(after, afterCustomerId, limit)
}

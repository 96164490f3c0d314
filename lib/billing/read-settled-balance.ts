import { findBalance } from './repository'

/** Credit less what was spent, in nano-USD, as far as it is written down; null for a customer that never had any. */
export async function readSettledBalance(
  customerId: string,
): Promise<{ customerId: string; balanceNanos: bigint } | null> {
  const row = await findBalance(customerId)
  return row === null ? null : { customerId, balanceNanos: row.balanceNanos }
}

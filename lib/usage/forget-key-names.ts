import { clearKeyNames } from './repository'

const AT_ONCE = 5_000

/** The rows of a deleted customer no longer say what its keys were called. The figures stay: the ledger is made of them. */
export async function forgetKeyNames(customerId: string): Promise<void> {
  while ((await clearKeyNames(customerId, AT_ONCE)) === AT_ONCE);
}

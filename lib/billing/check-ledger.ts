import { inspectLedger } from './inspect-ledger'

/** How many customers' kept balances or held sums differ from the ledger and the open holds. None ever should. */
export async function checkLedger(): Promise<number> {
  return (await inspectLedger()).drift.length
}

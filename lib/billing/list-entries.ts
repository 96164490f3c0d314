import { listEntryRows } from './internal/inspection/repository'

export type LedgerEntry = {
  key: string
  /** What it is: a grant, a purchase, an adjustment … never a charge for a request: the usage tells of those. */
  kind: string
  /** Above zero: into the customer's balance. */
  amountNanos: bigint
  createdAt: Date
}

/** What came into and went out of a customer's balance besides its requests, newest first. */
export async function listEntries(customerId: string, limit: number, offset = 0): Promise<LedgerEntry[]> {
  const rows = await listEntryRows(customerId, limit, offset)
  return rows.map(({ key, kind, creditAccount, amountNanos, createdAt }) => ({
    key,
    kind,
    amountNanos: creditAccount === customerId ? amountNanos : -amountNanos,
    createdAt,
  }))
}

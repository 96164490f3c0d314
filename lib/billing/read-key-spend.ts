import { flushLedgerBriefly } from './ledger'
import { listKeySpend } from './repository'

export type KeySpend = {
  totalNanos: bigint
  periodNanos: bigint
  heldNanos: bigint
  periodStart: Date | null
}

/** What was spent through these keys, by the request just answered too; a key that never spent has no entry. */
export async function readKeySpend(apiKeyIds: string[]): Promise<Map<string, KeySpend>> {
  await flushLedgerBriefly()
  const rows = await listKeySpend(apiKeyIds)
  return new Map(rows.map(({ apiKeyId, ...spend }) => [apiKeyId, spend]))
}

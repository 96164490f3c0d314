import { readKeySpend } from '@/lib/billing/key-spend'
import { clock } from '@/lib/platform/clock'
import { toApiKeyRecord } from '../presenter'
import type { KeyRow } from '../repository'
import type { ApiKeyRecord } from '../schema'

export async function presentKey(row: KeyRow): Promise<ApiKeyRecord> {
  const spend = await readKeySpend([row.id])
  return toApiKeyRecord(row, spend.get(row.id), clock.now())
}

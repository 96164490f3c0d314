import { readKeySpend } from '@/lib/billing/key-spend'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { toApiKeyRecord } from './presenter'
import { listKeyRows } from './repository'
import type { ApiKeyList } from './schema'

/** The customer's keys, newest first; revoked ones are gone. */
export async function listKeys(caller: Caller): Promise<ApiKeyList> {
  const rows = await listKeyRows(caller.customerId)
  const spend = await readKeySpend(rows.map((row) => row.id))
  const now = clock.now()
  return { object: 'list', data: rows.map((row) => toApiKeyRecord(row, spend.get(row.id), now)) }
}

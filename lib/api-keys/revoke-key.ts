import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { changeKey } from './internal/change-key'
import type { DeletedApiKey } from './schema'

/** Ends a key for good. Its row stays for the names in old usage. */
export async function revokeKey(caller: Caller, id: string): Promise<DeletedApiKey> {
  const row = await changeKey(caller, id, () => ({ revokedAt: clock.now() }))
  return { id: row.id, object: 'api_key', deleted: true }
}

import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { untilHeard } from '@/lib/platform/notify'
import { changeKeyRow, type KeyRow } from '../repository'
import { forgetHolders } from './holder-cache'

/** What every id of ours looks like; anything else cannot exist, and may hold bytes that the database refuses. */
const keyId = /^key_[0-9a-z]{1,64}$/

export function isKeyId(id: string): boolean {
  return keyId.test(id)
}

/** Changes one of the caller's keys. When this resolves the change is in force on every node. */
export async function changeKey(
  caller: Caller,
  id: string,
  change: Parameters<typeof changeKeyRow>[2],
): Promise<KeyRow> {
  const changed = isKeyId(id) ? await changeKeyRow(caller.customerId, id, change) : null
  if (changed === null) throw new AppError('not_found')
  forgetHolders(changed.digests)
  await untilHeard().catch((error: unknown) =>
    logger.warn({ err: String(error) }, 'a change of a key is in force, but other nodes may hear of it late'),
  )
  return changed.row
}

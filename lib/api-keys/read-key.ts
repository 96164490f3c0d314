import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { isKeyId } from './internal/change-key'
import { presentKey } from './internal/present-key'

import { findKeyRow } from './repository'
import type { ApiKeyRecord } from './schema'

export async function readKey(caller: Caller, id: string): Promise<ApiKeyRecord> {
  const row = isKeyId(id) ? await findKeyRow(caller.customerId, id) : null
  if (row === null) throw new AppError('not_found')
  return presentKey(row)
}

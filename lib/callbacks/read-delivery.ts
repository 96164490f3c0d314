import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { isDeliveryId } from './internal/cursor'
import { toDelivery } from './presenter'
import { findDelivery } from './repository'
import type { Delivery } from './schema'

export async function readDelivery(caller: Caller, id: string): Promise<Delivery> {
  const row = isDeliveryId(id) ? await findDelivery(caller.customerId, id) : null
  if (row === null) throw new AppError('not_found')
  return toDelivery(row)
}

import { clock } from '@/lib/platform/clock'
import { isObjectId } from './internal/new-object-id'
import { type ObjectContent, toObjectContent } from './internal/to-object-content'
import { findReadable } from './repository'

/** A customer's own object, by id; null when there is none, it has expired or is another's. */
export async function readObject(customerId: string, id: string): Promise<ObjectContent | null> {
  const row = isObjectId(id) ? await findReadable(id, clock.now(), customerId) : null
  return row && toObjectContent(row)
}

import type { Caller } from '@/lib/platform/caller'
import { decodeCursor, encodeCursor } from './internal/cursor'
import { toDelivery } from './presenter'
import { listDeliveryRows } from './repository'
import type { DeliveryPage, DeliveryQuery } from './schema'

/** The customer's deliveries with all their attempts, newest first. */
export async function listDeliveries(caller: Caller, query: DeliveryQuery): Promise<DeliveryPage> {
  const filter = { status: query.status, taskId: query.task_id }
  const rows = await listDeliveryRows(caller.customerId, filter, decodeCursor(query.cursor), query.limit + 1)
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const hasMore = rows.length > query.limit
  return {
    items: page.map(toDelivery),
    next_cursor: hasMore && last ? encodeCursor(last.id) : '',
    has_more: hasMore,
  }
}

import type { Caller } from '@/lib/platform/caller'
import { decodeCursor, encodeCursor } from '@/lib/platform/page-cursor'
import { isTaskId } from './internal/task-id'
import { toImageRecord } from './presenter'
import { listTasks } from './repository'
import type { ImageHistoryQuery, ImageHistoryReply } from './schema'

/** The customer's history of 30 days, newest first. */
export async function listImages(caller: Caller, query: ImageHistoryQuery): Promise<ImageHistoryReply> {
  const { limit, cursor, status, model, q } = query
  const filter = { status, model, text: q.trim() }
  const rows = await listTasks(caller.customerId, filter, decodeCursor(cursor, isTaskId), limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit
  return {
    items: page.map(toImageRecord),
    next_cursor: hasMore && last ? encodeCursor({ createdAt: last.created_at, id: last.id }) : '',
    has_more: hasMore,
  }
}

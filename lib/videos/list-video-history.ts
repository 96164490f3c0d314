import type { Caller } from '@/lib/platform/caller'
import { decodeCursor, encodeCursor } from './internal/cursor'
import { toVideoRecord } from './presenter'
import { listTasks } from './repository'
import type { VideoHistoryQuery, VideoHistoryReply } from './schema'

/** The customer's videos of the last 30 days with what was asked for, newest first. Throws 400 `invalid_cursor`. */
export async function listVideoHistory(caller: Caller, query: VideoHistoryQuery): Promise<VideoHistoryReply> {
  const { status, model, q, limit } = query
  const filter = { status, model: model || undefined, text: q.trim() || undefined }
  const rows = await listTasks(caller.customerId, filter, decodeCursor(query.cursor), limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit
  return {
    items: page.map(toVideoRecord),
    next_cursor: hasMore && last ? encodeCursor({ createdAt: last.created_at, id: last.id }) : '',
    has_more: hasMore,
  }
}

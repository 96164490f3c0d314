import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { decodeCursor, encodeCursor, type Place } from './internal/cursor'
import { isTaskId } from './internal/task-id'
import { toVideoTask } from './presenter'
import { findTask, listTasks } from './repository'
import type { VideoList, VideoListQuery } from './schema'

/** The customer's tasks, newest first. Throws 400 `invalid_cursor`. */
export async function listVideos(caller: Caller, query: VideoListQuery): Promise<VideoList> {
  const after = await placeOf(caller, query)
  const rows = await listTasks(caller.customerId, { status: query.status }, after, query.limit + 1)
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const hasMore = rows.length > query.limit
  return {
    object: 'list',
    data: page.map(toVideoTask),
    has_more: hasMore,
    next_cursor: hasMore && last ? encodeCursor({ createdAt: last.created_at, id: last.id }) : '',
    first_id: page[0]?.id ?? null,
    last_id: last?.id ?? null,
  }
}

async function placeOf(caller: Caller, { cursor, after }: VideoListQuery): Promise<Place | null> {
  if (cursor !== '' || after === '') return decodeCursor(cursor)
  const row = isTaskId(after) ? await findTask(caller.customerId, after) : undefined
  if (row === undefined) throw new AppError('invalid_cursor', { param: 'after' })
  return { createdAt: row.created_at, id: row.id }
}

import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { decodeCursor, encodeCursor, type PagePlace } from '@/lib/platform/page-cursor'
import { isTaskId } from './internal/task-id'
import { toImageTask } from './presenter'
import { findTask, listTasks as listRows } from './repository'
import type { ImageTaskList, ImageTaskListQuery } from './schema'

/** The customer's tasks that can be read now, newest first. Listing never takes `b64_json`. */
export async function listTasks(caller: Caller, query: ImageTaskListQuery): Promise<ImageTaskList> {
  const { limit, status, cursor, after } = query
  const place = cursor === '' ? await placeOf(caller, after) : decodeCursor(cursor, isTaskId)
  const rows = await listRows(caller.customerId, { status, readableAt: clock.now() }, place, limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit
  return {
    object: 'list',
    data: page.map(toImageTask),
    has_more: hasMore,
    next_cursor: hasMore && last ? encodeCursor({ createdAt: last.created_at, id: last.id }) : '',
    first_id: page[0]?.id ?? null,
    last_id: last?.id ?? null,
  }
}

async function placeOf(caller: Caller, id: string): Promise<PagePlace | null> {
  if (id === '') return null
  const task = isTaskId(id) ? await findTask(caller.customerId, id) : undefined
  if (task === undefined) throw new AppError('invalid_cursor', { param: 'after' })
  return { createdAt: task.created_at, id }
}

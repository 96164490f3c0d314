import type { Caller } from '@/lib/platform/caller'
import { requireTask } from './internal/require-task'
import { toVideoTask } from './presenter'
import type { VideoTask } from './schema'
import { isOpen } from './state'

const POLL_SECONDS = 5

/** One task, its links signed anew, and when to ask again; null once it is finished. Throws 404 `task_not_found`. */
export async function readVideo(
  caller: Caller,
  id: string,
): Promise<{ value: VideoTask; retryAfterSeconds: number | null }> {
  const row = await requireTask(caller, id)
  return { value: toVideoTask(row), retryAfterSeconds: isOpen(row.status) ? POLL_SECONDS : null }
}

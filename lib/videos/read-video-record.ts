import type { Caller } from '@/lib/platform/caller'
import { requireTask } from './internal/require-task'
import { toVideoRecord } from './presenter'
import type { VideoRecord } from './schema'

/** One video of the history. Throws 404 `task_not_found`. */
export async function readVideoRecord(caller: Caller, id: string): Promise<VideoRecord> {
  return toVideoRecord(await requireTask(caller, id))
}

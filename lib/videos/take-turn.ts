import { clock } from '@/lib/platform/clock'
import type { JobRun } from '@/lib/platform/jobs/job'
import { askUpstream } from './internal/ask-upstream'
import { expireTask } from './internal/expire-task'
import { releaseTask } from './internal/release-task'
import { startTask } from './internal/start-task'
import { findTaskForWork } from './repository'
import { settleVideo } from './settle-video'
import { isOpen } from './state'

/** One turn of one task (jobs.ts). Does nothing when the turn was overtaken or everything is over. */
export async function takeTurn({
  payload,
  signal,
}: Pick<JobRun<{ taskId: string; turn: number }>, 'payload' | 'signal'>): Promise<void> {
  const row = await findTaskForWork(payload.taskId)
  if (row === undefined || row.turn !== payload.turn) return
  if (isOpen(row.status)) {
    if (row.execution_deadline_at <= clock.now()) return expireTask(row)
    return row.handle === null ? startTask(row, signal) : askUpstream(row, row.handle, signal)
  }
  if (row.settled_at !== null) return
  if (row.settlement !== null) return settleVideo(row.id)
  return row.handle === null ? releaseTask(row) : askUpstream(row, row.handle, signal)
}

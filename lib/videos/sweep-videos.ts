import { clock } from '@/lib/platform/clock'
import { expireTask } from './internal/expire-task'
import { findTaskForWork } from './repository'
import { settleVideo } from './settle-video'
import { isOpen } from './state'
import { expireAssets, listOverdue, listUnsettled } from './work-repository'

const AT_ONCE = 500

/** Deadlines whatever the turns wait for, ends that a crash left unbooked, videos past their time. */
export async function sweepVideos(): Promise<void> {
  for (const id of await listOverdue(clock.now(), AT_ONCE)) {
    const row = await findTaskForWork(id)
    if (row && isOpen(row.status)) await expireTask(row)
  }
  for (const id of await listUnsettled(AT_ONCE)) await settleVideo(id)
  await expireAssets(clock.now())
}

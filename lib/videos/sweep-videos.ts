import { clock } from '@/lib/platform/clock'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { expireTask } from './internal/expire-task'
import { takeTurnJob } from './jobs'
import { findTaskForWork } from './repository'
import { settleVideo } from './settle-video'
import { isOpen } from './state'
import { claimStalled, expireAssets, listOverdue, listUnsettled } from './work-repository'

const AT_ONCE = 500

/** Picks up what a crash or an outage left: turns nobody takes, deadlines, unbooked ends, videos past their time. */
export async function sweepVideos(): Promise<void> {
  for (const id of await listOverdue(clock.now(), AT_ONCE)) {
    const row = await findTaskForWork(id)
    if (row && isOpen(row.status)) await expireTask(row)
  }
  for (const id of await listUnsettled(AT_ONCE)) await settleVideo(id)
  for (const { id, turn, customer_id } of await claimStalled(AT_ONCE))
    await enqueue(takeTurnJob, { taskId: id, turn }, { group: customer_id })
  await expireAssets(clock.now())
}

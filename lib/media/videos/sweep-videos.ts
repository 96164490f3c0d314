import { clock } from '@/lib/platform/clock'
import { listUnsettledOf, sweepLeftovers } from '@/lib/work/tasks/settle'
import { videoTasks } from './turns'
import { expireAssets } from './work-repository'

/** Deadlines, ends that a crash left unbooked, videos past their time. */
export async function sweepVideos(): Promise<void> {
  await sweepLeftovers(videoTasks)
  await expireAssets(clock.now())
}

/** Which of these meters belong to a task whose money has not been settled. */
export function listOpenMeters(ids: string[]): Promise<string[]> {
  return listUnsettledOf(videoTasks, ids)
}

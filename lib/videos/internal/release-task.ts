import type { TaskRow } from '../repository'
import { settleVideo } from '../settle-video'
import { saveSettlement } from '../work-repository'

/** Ended, and no upstream works for it any more: the money goes back. */
export async function releaseTask(row: TaskRow): Promise<void> {
  await saveSettlement(row.id, { kind: 'release' })
  await settleVideo(row.id)
}

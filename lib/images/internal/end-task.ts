import { deleteObjects } from '@/lib/objects/delete-objects'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'
import type { Transaction } from '@/lib/platform/transaction'
import { releaseUploads } from '@/lib/uploads/release-uploads'
import { inTransaction, type TaskRow } from '../repository'
import { deleteOutputs, type Ending, endTask as moveToEnd } from '../work-repository'
import { admitSoon } from './admit-tasks'
import { leftoverIds } from './picture-ids'
import { settleEnded } from './settle-ended'

type End = Omit<Ending, 'finishedAt' | 'expiresAt'> & {
  /** Written in the same transaction, if the task does end so. */
  also?: (transaction: Transaction) => Promise<void>
}

/**
 * Ends a task: its final state, how its money ends, and the release of its uploads in one transaction; then the money.
 * False when it has ended otherwise, or when `run` is not its run any more. Only a completed task keeps its pictures.
 */
export async function endTask(task: TaskRow, run: number | null, { also, ...end }: End): Promise<boolean> {
  const finishedAt = clock.now()
  const expiresAt = new Date(finishedAt.getTime() + env().IMAGE_TASK_TTL_SECONDS * 1000)
  const ending = { ...end, finishedAt, expiresAt }
  // Most end with nothing but their pictures, which is one statement.
  const isAlone = end.to === 'completed' && task.source_upload_id === null && also === undefined
  const hasEnded = isAlone
    ? await moveToEnd(task.id, run, ending)
    : await inTransaction(async (transaction) => {
        if (!(await moveToEnd(task.id, run, ending, transaction))) return false
        await letGo(task, end.to, transaction)
        await also?.(transaction)
        return true
      })
  if (!hasEnded) return false
  admitSoon(task.customer_id)
  // The row says how the money ends; what is not done now is done by the sweep.
  await settleEnded(task, end.settlement).catch((error: unknown) =>
    logger.warn({ task: task.id, err: String(error) }, 'an image task could not be settled yet'),
  )
  return true
}

async function letGo(task: TaskRow, to: End['to'], transaction: Transaction): Promise<void> {
  if (to !== 'completed') {
    const objectIds = await deleteOutputs(task.id, transaction)
    await deleteObjects(task.customer_id, [...objectIds, ...leftoverIds(task, task.run)], transaction)
  }
  await releaseUploads(task.customer_id, task.id, transaction)
}

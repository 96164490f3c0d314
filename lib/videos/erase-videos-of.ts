import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { cancelVideo } from './cancel-video'
import { deleteVideo } from './delete-video'
import { deleteErased, listUndeleted } from './erasure-repository'
import { isOpen } from './state'

const AT_ONCE = 200
/** A worker that has its turn with a cancelled task hears of it long before. */
const RESTS_MILLIS = 60 * 60_000

/**
 * Cancels and deletes all videos of a deleted customer. A row goes when its money is settled, which an upstream that
 * films on decides. True: nothing is left.
 */
export async function eraseVideosOf(customerId: string): Promise<boolean> {
  const caller = { customerId, userId: null, apiKey: null, isOperator: false }
  for (;;) {
    const tasks = await listUndeleted(customerId, AT_ONCE)
    for (const { id, status } of tasks) {
      if (isOpen(status)) await cancelVideo(caller, id).catch(unlessEnded)
      await deleteVideo(caller, id).catch(unlessEnded)
    }
    if (tasks.length < AT_ONCE) break
  }
  return (await deleteErased(customerId, new Date(clock.now().getTime() - RESTS_MILLIS))) === 0
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof AppError) || !['task_not_found', 'task_not_cancellable'].includes(error.code))
    throw error
}

import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { deleteImage } from './delete-image'
import { deleteErased, listUndeleted } from './erasure-repository'

const AT_ONCE = 200
/** A worker that draws a cancelled task hears of it long before. */
const RESTS_MILLIS = 60 * 60_000

/**
 * Ends and deletes all image tasks of a deleted customer, with their prompts and pictures; their rows follow within an
 * hour or so. True: nothing is left.
 */
export async function eraseImagesOf(customerId: string): Promise<boolean> {
  const caller = { customerId, userId: null, apiKey: null, isOperator: false }
  for (;;) {
    const ids = await listUndeleted(customerId, AT_ONCE)
    for (const id of ids) await deleteImage(caller, id).catch(unlessGone)
    if (ids.length < AT_ONCE) break
  }
  return (await deleteErased(customerId, new Date(clock.now().getTime() - RESTS_MILLIS))) === 0
}

function unlessGone(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'task_not_found') throw error
}

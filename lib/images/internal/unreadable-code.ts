import type { TaskRow } from '../repository'

/**
 * Why a task of the customer's cannot be read (any more): its time is over, all its pictures are, or they were handed
 * over and kept nowhere. Undefined: it can.
 */
export function unreadableCode(
  task: Pick<TaskRow, 'status' | 'expires_at' | 'claimed_at' | 'outputs'>,
  now: Date,
): 'image_expired' | 'image_already_retrieved' | undefined {
  if (task.expires_at !== null && task.expires_at <= now) return 'image_expired'
  if (task.status !== 'completed') return undefined
  const isThere = (output: TaskRow['outputs'][number]) =>
    output.has_body || (output.object_expires_at !== null && output.object_expires_at > now)
  if (task.outputs.some(isThere)) return undefined
  return task.outputs.some(({ object_id }) => object_id !== null)
    ? 'image_expired'
    : 'image_already_retrieved'
}

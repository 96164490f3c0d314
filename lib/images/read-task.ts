import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import type { StreamBody } from '@/lib/platform/stream'
import { claimStream } from './internal/claim-stream'
import { isTaskId } from './internal/task-id'
import { unreadableCode } from './internal/unreadable-code'
import { toImageTask } from './presenter'
import { findTask, type TaskRow } from './repository'
import type { ImageTask } from './schema'
import { isFinished } from './state'

type Reading = {
  /** The read wants the body, and so takes `b64_json` if it is the first. */
  takesResult: boolean
  /** Aborts when the client hung up. */
  signal: AbortSignal
}

type Polled = { value: ImageTask; retryAfterSeconds: number | null } | StreamBody

const POLL_SECONDS = 2
const CLAIM_SECONDS = 1

/**
 * One task of the customer's. The first read of a completed one is a stream that carries `b64_json`; later ones have the
 * links alone. Throws 404 `task_not_found`, 409 `result_claim_in_progress`, 410 `image_expired` or
 * `image_already_retrieved`; StorageError.
 */
export async function readTask(
  caller: Caller,
  id: string,
  { takesResult, signal }: Reading,
): Promise<Polled> {
  const task = await findReadable(caller, id)
  if (task.status !== 'completed' || task.claimed_at !== null || !takesResult)
    return { value: toImageTask(task), retryAfterSeconds: isFinished(task.status) ? null : POLL_SECONDS }
  const stream = await claimStream(task, signal)
  if (stream) return stream
  const other = await findReadable(caller, id)
  if (other.claimed_at === null)
    throw new AppError('result_claim_in_progress', { retryAfterSeconds: CLAIM_SECONDS })
  return { value: toImageTask(other), retryAfterSeconds: null }
}

async function findReadable(caller: Caller, id: string): Promise<TaskRow> {
  const task = isTaskId(id) ? await findTask(caller.customerId, id) : undefined
  if (task === undefined) throw new AppError('task_not_found')
  const code = unreadableCode(task, clock.now())
  if (code !== undefined) throw new AppError(code)
  return task
}

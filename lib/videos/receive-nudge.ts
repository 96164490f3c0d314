import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { digestOfNudge } from './internal/open-nudge'
import { isTaskId } from './internal/task-id'
import { takeTurnJob } from './jobs'
import { findTurnByNudge } from './repository'

/**
 * An upstream says that something has changed. Its word is not taken: the task's turn is taken at once, and asks the
 * upstream itself. Throws 404 for a link that is not one of ours or whose task is over.
 */
export async function receiveNudge(id: string, secret: string): Promise<{ received: true }> {
  const turn = isTaskId(id) ? await findTurnByNudge(id, digestOfNudge(secret)) : undefined
  if (turn === undefined) throw new AppError('not_found')
  await enqueue(takeTurnJob, { taskId: id, turn })
  return { received: true }
}

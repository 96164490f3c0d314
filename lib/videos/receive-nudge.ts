import { AppError } from '@/lib/platform/errors'
import { lookForWork } from '@/lib/platform/jobs/job-queue'
import { digestOfNudge } from './internal/open-nudge'
import { isTaskId } from './internal/task-id'
import { hastenByNudge } from './turn-repository'
import { TURNS } from './turns-name'

/**
 * An upstream says that something has changed. Its word is not taken: the task's next turn is due at once, and asks the
 * upstream itself. Throws 404 for a link that is not one of ours or whose task is over.
 */
export async function receiveNudge(id: string, secret: string): Promise<{ received: true }> {
  const isKnown = isTaskId(id) && (await hastenByNudge(id, digestOfNudge(secret)))
  if (!isKnown) throw new AppError('not_found')
  lookForWork(TURNS)
  return { received: true }
}

import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import type { ResolvedRoute } from '@/lib/routing/schema'
import { findTask } from '../repository'
import { refuse } from './refuse'
import { isTaskId } from './task-id'
import type { StoredRequest } from './task-record'

/** The upstream forgets its tasks after a week; a day less keeps clear of that. */
const DRAFT_GOOD_MILLIS = 6 * 24 * 3600 * 1000

type Draft = {
  handle: string
  /** Only who filmed the draft can finish it. */
  route: ResolvedRoute
  /** What a final video takes over from its draft. */
  kept: Pick<
    StoredRequest,
    'media' | 'generateAudio' | 'seed' | 'ratio' | 'duration' | 'frames' | 'cameraFixed'
  >
}

/** A completed draft of the caller's own. Throws a 400 that names `content`, the same for foreign and unknown ones. */
export async function resolveDraft(
  caller: Caller,
  id: string,
  routes: readonly ResolvedRoute[],
): Promise<Draft> {
  const task = isTaskId(id) ? await findTask(caller.customerId, id) : undefined
  if (task === undefined || !task.request.isDraft)
    throw refuse('content', `content: there is no draft ${JSON.stringify(id.slice(0, 100))}.`)
  if (task.status !== 'completed' || task.handle === null)
    throw refuse('content', 'content: the draft is not completed.')
  if (clock.now().getTime() - task.created_at.getTime() > DRAFT_GOOD_MILLIS)
    throw refuse('content', 'content: the draft is too old to be finished.')
  const route = routes.find(({ routeId }) => routeId === task.route_id)
  if (route === undefined)
    throw refuse('content', `content: the draft was made by the model ${task.model_id}.`)
  const { media, generateAudio, seed, ratio, duration, frames, cameraFixed } = task.request
  return {
    handle: task.handle,
    route,
    kept: { media, generateAudio, seed, ratio, duration, frames, cameraFixed },
  }
}

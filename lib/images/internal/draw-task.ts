import type { ResolvedRoute } from '@/lib/routing/schema'
import { type Attempt, tryRoutes } from '@/lib/routing/try-routes'
import type { ImageAnswer, ImageModel } from '@/lib/upstream/contract/image-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { imageModelFor } from '@/lib/upstream/registry'
import type { TaskRow } from '../repository'
import { currentRoutes } from './current-routes'
import type { EditSources, Picture } from './finish-picture'
import { readSources } from './read-sources'
import { TaskFault } from './task-fault'
import { inUpstreamSlot } from './upstream-slots'

/** An upstream that has not drawn by then is considered lost, and another is tried. */
const CALL_AT_MOST_MILLIS = 5 * 60 * 1000

export type Drawn = {
  pictures: Picture[]
  answer: Omit<ImageAnswer, 'images'>
  route: ResolvedRoute
  attempts: readonly Attempt[]
}

/**
 * Has the task drawn by the first of its routes that will. Throws TaskFault with the route that failed last, StorageError
 * when its sources cannot be read for now, and the signal's reason when it aborts.
 */
export async function drawTask(task: TaskRow, signal: AbortSignal): Promise<Drawn> {
  const routes = currentRoutes(task.routes)
  if (routes.length === 0)
    throw new TaskFault('upstream_error', 'No provider serves this model at the moment.', { isFinal: false })
  const sources = await readSources(task)
  const tried = await tryRoutes(routes, signal, (route) => draw(task, route, sources, signal))
  if (tried.ok) return { ...tried.result, route: tried.route, attempts: tried.attempts }
  signal.throwIfAborted()
  throw TaskFault.of(tried.error, { route: tried.route, attempts: tried.attempts })
}

async function draw(
  task: TaskRow,
  route: ResolvedRoute,
  sources: EditSources | null,
  signal: AbortSignal,
): Promise<Pick<Drawn, 'pictures' | 'answer'>> {
  const timeout = AbortSignal.timeout(CALL_AT_MOST_MILLIS)
  const { images, ...answer } = await inUpstreamSlot(route.providerId, () =>
    ask(imageModelFor(route.target), task, route, sources, AbortSignal.any([signal, timeout])),
  ).catch((error: unknown) => {
    throw timeout.aborted && !signal.aborted ? new UpstreamError('timeout', { cause: error }) : error
  })
  const wanted = images.slice(0, task.settings.n)
  if (wanted.length === 0) throw new UpstreamError('failed')
  const pictures: Picture[] = []
  const { finishPicture } = await import('./finish-picture')
  for (const image of wanted) pictures.push(await finishPicture(image, task.settings, sources))
  return { pictures, answer }
}

async function ask(
  model: ImageModel,
  task: TaskRow,
  route: ResolvedRoute,
  sources: EditSources | null,
  signal: AbortSignal,
): Promise<ImageAnswer> {
  const call = { ...task.settings, model: route.upstreamId, signal }
  const prompt = task.prompt ?? ''
  if (sources === null) return model.generate({ ...call, prompt })
  if (task.kind === 'variation') {
    if (!model.vary) throw new UpstreamError('unsupported', { param: 'model' })
    return model.vary({ ...call, source: sources.source })
  }
  if (!model.edit) throw new UpstreamError('unsupported', { param: 'model' })
  return model.edit({ ...call, prompt, ...sources })
}

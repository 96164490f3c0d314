import { catalogSnapshot } from '@/lib/catalog/models/read-snapshot'
import { findPlannedRoute } from '@/lib/gateway/routing/own-keys'
import type { ResolvedRoute } from '@/lib/gateway/routing/schema'
import { type Attempt, tryRoutes } from '@/lib/gateway/routing/try-routes'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import type { ImageAnswer, ImageModel } from '@/lib/upstream/contract/image-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { askModel } from '@/lib/upstream/registry'
import { readUpload } from '@/lib/work/uploads/claim-uploads'
import type { TaskRow } from '../repository'
import { TaskFault } from './end-task'
import type { EditSources, Picture } from './finish-picture'
import { estimateTokens } from './plan-task'
import type { ImageReading, StoredResult } from './task-record'

/** An upstream that takes longer is given up, and the next one is tried. */
const CALL_AT_MOST_MILLIS = 5 * 60 * 1000

type Drawn = {
  pictures: Picture[]
  answer: Omit<ImageAnswer, 'images'>
  route: ResolvedRoute
  attempts: readonly Attempt[]
}

/**
 * Draws the task on the first of its routes that succeeds. Throws TaskFault with the route that failed last, StorageError
 * if its uploads cannot be read for now, and the signal's reason when it aborts.
 */
export async function drawTask(task: TaskRow, signal: AbortSignal): Promise<Drawn> {
  const routes = task.routes.flatMap((planned) => findPlannedRoute(task.customer_id, planned) ?? [])
  if (routes.length === 0)
    throw new TaskFault('upstream_error', 'No provider is available for this model right now.', {
      isFinal: false,
    })
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
    askModel('image', route, (model) => ask(model, task, route, sources, AbortSignal.any([signal, timeout]))),
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
  const call = { ...task.settings, model: route.upstreamId, request: route.request, signal }
  const prompt = task.prompt ?? ''
  if (sources === null) return model.generate({ ...call, prompt })
  if (task.kind === 'variation') {
    if (!model.vary) throw new UpstreamError('unsupported', { param: 'model' })
    return model.vary({ ...call, source: sources.source })
  }
  if (!model.edit) throw new UpstreamError('unsupported', { param: 'model' })
  return model.edit({ ...call, prompt, ...sources })
}

/** The uploaded image and mask; null for text-to-image. */
async function readSources(task: TaskRow): Promise<EditSources | null> {
  const { id: taskId, customer_id: customerId, source_upload_id: sourceId, mask_upload_id: maskId } = task
  if (sourceId === null) return null
  try {
    const source = await readUpload(customerId, { taskId, uploadId: sourceId })
    const mask = maskId === null ? null : await readUpload(customerId, { taskId, uploadId: maskId })
    return { source, mask }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new TaskFault('input_download_failed', 'The uploaded image could not be read.', {
      isFinal: true,
      param: 'image_upload_id',
      cause: error,
    })
  }
}

const SLOT_WAIT_MILLIS = 2000

type Slots = { taken: number; waiting: Set<() => void> }

const slotsByProvider = new Map<string, Slots>()

/** The provider uses its share of this worker's slots: the task returns to the queue and frees its slot. */
export class UpstreamBusy extends Error {
  override readonly name = 'UpstreamBusy'
}

/**
 * Limits a provider to its share of this worker's slots if there are others, so that a slow one does not block them. Waits
 * a little for a slot, then throws UpstreamBusy.
 */
async function inUpstreamSlot<T>(providerId: string, call: () => Promise<T>): Promise<T> {
  const slots = slotsByProvider.get(providerId) ?? { taken: 0, waiting: new Set() }
  slotsByProvider.set(providerId, slots)
  const isFull = () => slots.taken >= upstreamShare() && hasOthers(providerId)
  if (isFull()) await waitForSlot(slots)
  if (isFull()) throw new UpstreamBusy()
  slots.taken += 1
  try {
    return await call()
  } finally {
    slots.taken -= 1
    const [next] = slots.waiting
    next?.()
  }
}

function hasOthers(providerId: string): boolean {
  const models = [...catalogSnapshot().models.values()].filter(({ modality }) => modality === 'image')
  return models.some(({ routes }) => routes.some((route) => route.providerId !== providerId))
}

function waitForSlot(slots: Slots): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      slots.waiting.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, SLOT_WAIT_MILLIS)
    slots.waiting.add(wake)
  })
}

/** What was generated, and what is charged for it. */
export function toResult(task: TaskRow, drawn: Drawn): StoredResult {
  const { answer, pictures } = drawn
  const { quality: asked } = task.settings
  // If the upstream does not report the quality that it chose, the best one is billed, as it was held.
  const quality = asked === 'auto' ? (answer.quality ?? 'high') : asked
  const [first] = pictures
  const size = first ? `${first.width}x${first.height}` : (answer.size ?? task.settings.size)
  const background = pictures.every(({ isOpaque }) => isOpaque) ? 'opaque' : 'transparent'
  const reading = toReading(task, drawn, { quality, size })
  return { size, quality, background, usage: answer.usage, answeredAt: clock.now(), reading }
}

function toReading(
  task: TaskRow,
  { answer, pictures, route, attempts }: Drawn,
  made: Pick<StoredResult, 'quality' | 'size'>,
): ImageReading {
  const planned = task.routes.find(({ routeId }) => routeId === route.routeId)
  const billsTokens = planned?.billsTokens ?? false
  const { usage } = answer
  const estimated = estimateTokens({
    prompt: task.prompt,
    sourceCount: [task.source_upload_id, task.mask_upload_id].filter((id) => id !== null).length,
    settings: { ...made, n: pictures.length },
  })
  const unknown = billsTokens ? estimated : { promptTokens: 0, completionTokens: 0 }
  const completionTokens = usage?.outputTokens ?? unknown.completionTokens
  return {
    status: 'success',
    modality: 'image',
    taskId: task.id,
    modelId: route.modelId,
    modelName: route.modelName,
    providerId: route.providerId,
    priceId: planned?.priceId ?? route.priceId,
    usageSource: billsTokens && usage === null ? 'estimated' : 'upstream',
    errorCode: null,
    endedAt: clock.now(),
    promptTokens: usage?.inputTokens ?? unknown.promptTokens,
    imageInputTokens: usage?.inputTokensDetails?.imageTokens,
    completionTokens,
    // OpenAI's image API has no details: all of its answer is images.
    imageOutputTokens: usage?.outputTokensDetails?.imageTokens ?? completionTokens,
    images: pictures.length,
    imageQuality: billsTokens ? null : made.quality,
    attempts: [...attempts],
    ownKeyFactor: planned?.ownKeyFactor,
    priceFactor: planned?.priceFactor,
  }
}

/** Concurrent calls to one provider in a worker that has others to serve: more than one customer's share. */
export function upstreamShare(): number {
  const slots = env().IMAGE_CONCURRENCY
  return Math.max(1, slots - Math.ceil(slots / 8))
}

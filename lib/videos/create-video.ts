import { VideoCapabilities } from '@/lib/catalog/schema'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { isDatabaseAway } from '@/lib/platform/database-connection'
import { newId } from '@/lib/platform/ids'
import { lookForWork } from '@/lib/platform/jobs/job-queue'
import { checkOutboundUrl } from '@/lib/platform/safe-fetch/outbound-url'
import { resolveRoutes } from '@/lib/routing/resolve-routes'
import type { Resolution, ResolvedRoute } from '@/lib/routing/schema'
import { callOff } from './internal/call-off'
import { checkRequest } from './internal/check-request'
import { mostVideoCanCost } from './internal/most-video-can-cost'
import { readScene } from './internal/read-scene'
import { refuse } from './internal/refuse'
import { resolveDraft } from './internal/resolve-draft'
import { resolveMedia } from './internal/resolve-media'
import { takesAlike } from './internal/takes-alike'
import type { PlannedRoute, StoredRequest } from './internal/task-record'
import { wholeSeconds } from './internal/whole-seconds'
import { findTask, findTaskByKey, insertTask, type NewTask } from './repository'
import type { CreatedVideo, CreateVideoRequest, VideoInputType } from './schema'
import { TURNS } from './turns-name'

/**
 * Starts a video task: everything is checked against the model, the most it can cost is held, and written
 * together with the row, whose first turn is then due. `idempotencyKey`: a crash must not make two of one.
 * Throws 400 naming the field, 402, 404 `model_not_found`, 503.
 */
export async function createVideo(
  caller: Caller,
  body: CreateVideoRequest,
  idempotencyKey?: string,
): Promise<CreatedVideo> {
  // A crash between the task and the record of its answer: the retry must not start a second one.
  const earlier = idempotencyKey && (await findTaskByKey(caller.customerId, idempotencyKey))
  if (earlier) return presentCreated(earlier)
  const resolution = resolveRoutes(caller, { model: body.model, modality: 'video' })
  const able = VideoCapabilities.parse(resolution.model.capabilities)
  await checkCallback(body.callback_url)
  const { inputType, request, routes } = await readRequest(caller, body, able, resolution)
  const createdAt = clock.now()
  const task = {
    id: newId('vgen'),
    customer_id: caller.customerId,
    model_id: resolution.model.id,
    model_name: resolution.model.name,
    routes: routes.map(toPlanned),
    input_type: inputType,
    request,
    callback_url: body.callback_url ?? null,
    idempotency_key: idempotencyKey ?? null,
    created_at: createdAt,
    execution_deadline_at: new Date(createdAt.getTime() + request.executionExpiresAfterSeconds * 1000),
  }
  await insertTask(caller, task, mostVideoCanCost(request, able, routes)).catch(async (error: unknown) => {
    if (await isMadeAllTheSame(caller, task.id, error)) return
    // Nobody knows of one that is made even so, unless by its key: it must not be filmed and charged.
    if (isDatabaseAway(error) && idempotencyKey === undefined) void callOff(caller, task.id)
    throw error
  })
  lookForWork(TURNS)
  return presentCreated(task)
}

type Created = Pick<NewTask, 'id' | 'model_id' | 'input_type' | 'request' | 'created_at'>

function presentCreated({ id, model_id, input_type, request, created_at }: Created): CreatedVideo {
  return {
    id,
    status: 'queued',
    model: model_id,
    input_type,
    ratio: request.ratio,
    resolution: request.resolution,
    duration: wholeSeconds(request),
    created_at: created_at.toISOString(),
  }
}

/** A database whose answer was lost may have made the task; whoever was told otherwise would make and pay it twice. */
async function isMadeAllTheSame({ customerId }: Caller, id: string, error: unknown): Promise<boolean> {
  if (!isDatabaseAway(error)) return false
  return findTask(customerId, id).then(
    (row) => row !== undefined,
    () => false,
  )
}

function toPlanned({
  routeId,
  modelId,
  modelName,
  providerId,
  priceId,
  pricing,
}: ResolvedRoute): PlannedRoute {
  const billedBy = pricing.video_token === undefined ? 'seconds' : 'tokens'
  return { routeId, modelId, modelName, providerId, priceId, billedBy }
}

function requireSaidVideo(isSaid: boolean | undefined, { media }: StoredRequest): void {
  const isThere = media.some(({ type }) => type === 'video')
  if (isSaid === undefined || isSaid === isThere) return
  const found = isThere ? 'the content has a video' : 'there is no video in the content'
  throw refuse('input_has_video', `input_has_video is ${isSaid}, but ${found}.`)
}

async function checkCallback(url: string | undefined): Promise<void> {
  const fault = url === undefined ? undefined : await checkOutboundUrl(url)
  if (fault !== undefined) throw refuse('callback_url', `callback_url: ${fault}`)
}

async function readRequest(
  caller: Caller,
  body: CreateVideoRequest,
  able: VideoCapabilities,
  { model, routes }: Resolution,
): Promise<{ inputType: VideoInputType; request: StoredRequest; routes: Resolution['routes'] }> {
  const scene = readScene(body.prompt, body.content ?? [], able)
  const draft = scene.draftTaskId === null ? null : await resolveDraft(caller, scene.draftTaskId, routes)
  const settings = checkRequest(body, scene, able)
  const request: StoredRequest = {
    ...settings,
    ...draft?.kept,
    prompt: scene.prompt,
    media: draft?.kept.media ?? (await resolveMedia(caller.customerId, scene.media)),
    draftTaskId: scene.draftTaskId,
    draftHandle: draft?.handle ?? null,
  }
  requireSaidVideo(body.input_has_video, request)
  if (draft !== null) return { inputType: scene.inputType, request, routes: [draft.route] }
  // A model that steps in must be able to do exactly the same.
  const capable = routes.filter(({ modelId }) => modelId === model.id || takesAlike(modelId, body, settings))
  return { inputType: scene.inputType, request, routes: capable }
}

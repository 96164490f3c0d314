import { VideoCapabilities } from '@/lib/catalog/models/schema'
import { resolveRoutes } from '@/lib/gateway/routing/resolve-routes'
import type { Resolution, ResolvedRoute } from '@/lib/gateway/routing/schema'
import { noOrigin } from '@/lib/media/images/schema'
import { findActiveAsset } from '@/lib/media/portraits/assets'
import { highestCost, worstCaseCost } from '@/lib/money/usage/meter'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { cutText } from '@/lib/platform/escape'
import { newId } from '@/lib/platform/ids'
import { wakeWorkers } from '@/lib/platform/jobs/job-queue'
import { checkOutboundUrl } from '@/lib/platform/safe-fetch/outbound-url'
import { isObjectUrl, readObjectByUrl } from '@/lib/work/objects/read-object'
import { undoCreation } from '@/lib/work/tasks/creation'
import { originOfRequest } from './families'
import { cancelVideo } from './history'
import {
  abilitiesOf,
  acceptsSame,
  type ContentMedia,
  checkRequest,
  readContent,
  refuse,
} from './internal/check-request'
import {
  isTaskId,
  type Media,
  type PlannedRoute,
  type StoredRequest,
  videoTable,
} from './internal/task-record'
import { maxVideoSeconds, maxVideoTokens, videoRateOf, wholeSeconds } from './limits'
import { findTask, findTaskByKey, insertTask, type NewTask } from './repository'
import type { CreatedVideo, CreateVideoRequest, VideoInputType } from './schema'

/**
 * Starts a video task: checks the request against the model, then inserts the row and holds the most that it can cost in
 * one statement. The first turn is due at once. With the same `idempotencyKey` it returns the task that exists already,
 * also after a crash. Throws 400 naming the field, 402, 404 `model_not_found`, 503.
 */
export async function createVideo(
  caller: Caller,
  body: CreateVideoRequest,
  idempotencyKey?: string,
): Promise<CreatedVideo> {
  // After a crash between the task and the record of its answer, the retry must not start a second task.
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
    ...(request.media.length > 0 || request.draftTaskId !== null
      ? await originOfRequest(caller.customerId, request)
      : noOrigin),
    created_at: createdAt,
    execution_deadline_at: new Date(createdAt.getTime() + request.executionExpiresAfterSeconds * 1000),
  }
  await insertTask(caller, task, maxVideoCost(request, able, routes)).catch((error: unknown) =>
    undoCreation(error, {
      isMade: async () => (await findTask(caller.customerId, task.id)) !== undefined,
      callOff: idempotencyKey === undefined ? () => cancelVideo(caller, task.id) : undefined,
    }),
  )
  wakeWorkers(videoTable.name)
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

function toPlanned({
  routeId,
  modelId,
  modelName,
  providerId,
  priceId,
  pricing,
  ownKeyFactor,
  priceFactor,
}: ResolvedRoute): PlannedRoute {
  const billedBy = pricing.video_token === undefined ? 'seconds' : 'tokens'
  return { routeId, modelId, modelName, providerId, priceId, billedBy, ownKeyFactor, priceFactor }
}

function checkInputHasVideo(stated: boolean | undefined, { media }: StoredRequest): void {
  const hasVideo = media.some(({ type }) => type === 'video')
  if (stated === undefined || stated === hasVideo) return
  const found = hasVideo ? 'the content has a video' : 'there is no video in the content'
  throw refuse('input_has_video', `input_has_video is ${stated}, but ${found}.`)
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
  const parsed = readContent(body.prompt, body.content ?? [], able)
  const draft = parsed.draftTaskId === null ? null : await resolveDraft(caller, parsed.draftTaskId, routes)
  const settings = checkRequest(body, parsed, able)
  const request: StoredRequest = {
    ...settings,
    ...draft?.kept,
    prompt: parsed.prompt,
    media: draft?.kept.media ?? (await resolveMedia(caller.customerId, parsed.media)),
    draftTaskId: parsed.draftTaskId,
    draftHandle: draft?.handle ?? null,
  }
  checkInputHasVideo(body.input_has_video, request)
  if (draft !== null) return { inputType: parsed.inputType, request, routes: [draft.route] }
  // A fallback model must support exactly the same.
  const capable = routes.filter(({ modelId }) => modelId === model.id || acceptsSame(modelId, body, settings))
  return { inputType: parsed.inputType, request, routes: capable }
}

/** The most that a task can cost, in nano-USD: by tokens or seconds, on the most expensive route. `able`: of the requested model. */
function maxVideoCost(
  request: StoredRequest,
  able: VideoCapabilities,
  routes: readonly Pick<ResolvedRoute, 'modelId' | 'price'>[],
): bigint {
  const hasReferenceVideo = request.media.some(({ type }) => type === 'video')
  return highestCost(routes, ({ modelId, price }) => {
    const abilities = abilitiesOf(modelId) ?? able
    return worstCaseCost(price, {
      videoTokens: maxVideoTokens({ ...request, hasReferenceVideo }, abilities),
      videoMillis: Math.ceil(maxVideoSeconds(request, abilities) * 1000),
      videoRate: videoRateOf(request.resolution, request.generateAudio),
    })
  })
}

/** Upstreams keep their tasks for a week; a day less is safe. */
const DRAFT_GOOD_MILLIS = 6 * 24 * 3600 * 1000

type Draft = {
  handle: string
  /** Only the route that made the draft can finish it. */
  route: ResolvedRoute
  /** What a final video inherits from its draft. */
  kept: Pick<
    StoredRequest,
    'media' | 'generateAudio' | 'seed' | 'ratio' | 'duration' | 'frames' | 'cameraFixed'
  >
}

/** A completed draft of the caller. Throws a 400 naming `content`: the same for another customer's and an unknown one. */
async function resolveDraft(caller: Caller, id: string, routes: readonly ResolvedRoute[]): Promise<Draft> {
  const task = isTaskId(id) ? await findTask(caller.customerId, id) : undefined
  if (task === undefined || !task.request.isDraft)
    throw refuse('content', `content: there is no draft ${JSON.stringify(cutText(id, 100))}.`)
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

/**
 * Where each item of media is: an object of the caller, or a public https link. Throws a 400 naming `content` for anything
 * else; another customer's objects and assets are answered like unknown ones.
 */
function resolveMedia(customerId: string, media: readonly ContentMedia[]): Promise<Media[]> {
  return Promise.all(media.map(async (one) => ({ ...one, source: await sourceOf(customerId, one) })))
}

async function sourceOf(customerId: string, { type, url }: ContentMedia): Promise<Media['source']> {
  if (url.startsWith(ASSET_SCHEME)) {
    const asset = await findActiveAsset(customerId, url.slice(ASSET_SCHEME.length))
    if (asset === null) throw refuse('content', `content: there is no active asset ${quoted(url)}.`)
    if (asset.type !== type) throw refuse('content', `content: ${quoted(url)} is of type ${asset.type}.`)
    const { objectKey, mimeType, vaultId } = asset
    return { objectKey, mimeType, vaultId }
  }
  if (isObjectUrl(url)) {
    const object = await readObjectByUrl(customerId, url)
    if (object === null) throw refuse('content', `content: there is nothing at ${quoted(url)}.`)
    return { objectKey: object.storageKey, mimeType: object.mimeType }
  }
  const fault = await checkOutboundUrl(url)
  if (fault !== undefined) throw refuse('content', `content: ${quoted(url)}: ${fault}`)
  return { link: url }
}

const ASSET_SCHEME = 'asset://'
const LONGEST_QUOTE = 200

function quoted(url: string): string {
  return JSON.stringify(url.length > LONGEST_QUOTE ? `${cutText(url, LONGEST_QUOTE)}…` : url)
}

import type { CatalogModel } from '@/lib/catalog/models/catalog-snapshot'
import { findModelOf } from '@/lib/catalog/models/read-snapshot'
import { ImageCapabilities } from '@/lib/catalog/models/schema'
import { resolveRoutes } from '@/lib/gateway/routing/resolve-routes'
import type { ResolvedRoute } from '@/lib/gateway/routing/schema'
import { worstCaseCost } from '@/lib/money/usage/meter'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { parseSize } from '../limits'
import type { ImageTaskKind } from '../schema'
import type { PlannedRoute, TaskSettings } from './task-record'

export type TaskRequest = {
  kind: ImageTaskKind
  /** As requested. */
  model: string | undefined
  prompt: string | null
  settings: TaskSettings
}

/** The routes that may draw the task, best first, and the most that it can cost. */
type TaskPlan = { model: CatalogModel; routes: PlannedRoute[]; worstCaseNanos: bigint }

/** Throws 404 or 403 naming `model`, or 400 naming the field that the model does not support. */
export function planTask(caller: Caller, request: TaskRequest): TaskPlan {
  const { model, routes } = resolveRoutes(caller, { model: request.model, modality: 'image' })
  const can = abilitiesOf(model)
  const missing = missingAbility(can, request)
  if (missing)
    throw new AppError(missing.isAbsent ? 'missing_parameter' : 'invalid_parameter', {
      param: missing.param,
      message: `The model ${JSON.stringify(model.id)} ${missing.reason}.`,
    })
  // The fallback models of the key may support less, or do something else.
  const able = routes.filter(
    (route) => route.modelId === model.id || canServe(caller, route, { request, instead: can }),
  )
  return {
    model,
    routes: able.map(({ modelId, routeId, priceId, pricing, ownKeyFactor, priceFactor }) => ({
      modelId,
      routeId,
      priceId,
      billsTokens: pricing.image === undefined,
      ownKeyFactor,
      priceFactor,
    })),
    worstCaseNanos: maxCost(able, request),
  }
}

type Served = { request: TaskRequest; instead: ImageCapabilities }

function canServe({ customerId }: Caller, route: ResolvedRoute, { request, instead }: Served): boolean {
  const model = findModelOf(customerId, route.modelId)
  if (model === undefined) return false
  const can = abilitiesOf(model)
  const doesSame = can.upscale === instead.upscale && can.remove_background === instead.remove_background
  return doesSame && missingAbility(can, request) === undefined
}

/** The upstream decides over features that are not declared. */
function abilitiesOf(model: CatalogModel): ImageCapabilities {
  const declared = ImageCapabilities.safeParse(model.capabilities)
  return declared.success ? declared.data : ImageCapabilities.parse({})
}

type Requested = { kind: ImageTaskKind; prompt: string | null; settings: TaskSettings }
type Missing = { param: string; reason: string; isAbsent?: boolean }

/** The first requested feature that the model does not support; undefined if it supports them all. */
function missingAbility(can: ImageCapabilities, request: Requested): Missing | undefined {
  const { kind, prompt, settings } = request
  if (can.upscale || can.remove_background) {
    const missing = missingForUpkeep(can, request)
    if (missing) return missing
  } else {
    if (kind === 'variation' && !can.variations)
      return { param: 'model', reason: 'does not support variations' }
    if ((kind === 'edit' || kind === 'masked_edit') && !can.edits)
      return { param: 'model', reason: 'does not support edits' }
    if (kind !== 'variation' && prompt === null)
      return { param: 'prompt', reason: 'needs a prompt', isAbsent: true }
  }
  if (settings.n > can.max_n) return { param: 'n', reason: `makes at most ${can.max_n} images per request` }
  if (can.sizes !== 'any' && settings.size !== 'auto' && !can.sizes.includes(settings.size))
    return { param: 'size', reason: `supports only the size ${['auto', ...can.sizes].join(', ')}` }
  if (settings.background === 'transparent' && !can.transparent)
    return { param: 'background', reason: 'does not support transparent backgrounds' }
  if (settings.seed !== null && !can.seed) return { param: 'seed', reason: 'does not support seed' }
  return undefined
}

/** What a model that upscales or removes the background cannot do. */
function missingForUpkeep(
  { remove_background }: ImageCapabilities,
  { kind, prompt, settings }: Requested,
): Missing | undefined {
  const task = remove_background ? 'removes the background' : 'upscales an image'
  if (kind === 'generation' || kind === 'variation')
    return { param: 'model', reason: `only ${task}: use POST /v1/images/edits` }
  if (kind === 'masked_edit') return { param: 'mask_upload_id', reason: `${task}, and takes no mask` }
  if (prompt !== null) return { param: 'prompt', reason: `${task}, and takes no prompt` }
  if (remove_background && settings.outputFormat === 'jpeg')
    return { param: 'output_format', reason: `${task}, and needs output_format png or webp` }
  if (remove_background && settings.background === 'opaque')
    return { param: 'background', reason: `${task}, so it cannot be opaque` }
  return undefined
}

type CostBasis = { kind: ImageTaskKind; prompt: string | null; settings: TaskSettings }

/**
 * The most that a task can cost on any of its routes, in nano-USD. `auto` counts as the most expensive quality.
 */
export function maxCost(routes: readonly ResolvedRoute[], asked: CostBasis): bigint {
  const tokens = estimateTokens({ ...asked, sourceCount: sourceCountOf(asked.kind) })
  let worst = 0n
  for (const { price } of routes)
    for (const images of imagesOf(asked.settings)) {
      const cost = worstCaseCost(price, { ...tokens, ...images }, ['imageInput', 'imageOutput'])
      if (cost > worst) worst = cost
    }
  return worst
}

function imagesOf({ n, quality }: TaskSettings) {
  const byQuality = { low: { imagesLow: n }, medium: { imagesMedium: n }, high: { imagesHigh: n } }
  return quality === 'auto' ? Object.values(byQuality) : [byQuality[quality]]
}

function sourceCountOf(kind: ImageTaskKind): number {
  if (kind === 'generation') return 0
  return kind === 'masked_edit' ? 2 : 1
}

const SQUARE_PIXELS = 1024 * 1024
/** Tokens that OpenAI publishes for an image of 1024x1024; other sizes count by their area. */
const SQUARE_TOKENS = { low: 272, medium: 1056, high: 4160 }
/** The largest image that `auto` may produce. */
const AUTO_SIZE = { width: 1536, height: 1024 }
/** More than any uploaded image counts at the highest fidelity. */
const SOURCE_TOKENS = 8192

type TokenBasis = {
  prompt: string | null
  sourceCount: number
  settings: Pick<TaskSettings, 'n' | 'size' | 'quality'>
}

/**
 * Estimated tokens of a task at a model that bills tokens: for the hold, and for an answer without usage. `auto` counts as
 * the best quality; a prompt has at most one token for every two bytes.
 */
export function estimateTokens({ prompt, sourceCount, settings }: TokenBasis) {
  const { width, height } = parseSize(settings.size) ?? AUTO_SIZE
  const perImage = SQUARE_TOKENS[settings.quality === 'auto' ? 'high' : settings.quality]
  return {
    promptTokens: Math.ceil(Buffer.byteLength(prompt ?? '') / 2) + sourceCount * SOURCE_TOKENS,
    completionTokens: settings.n * Math.max(1, Math.ceil((perImage * width * height) / SQUARE_PIXELS)),
  }
}

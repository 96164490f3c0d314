import {
  type ImageModelV4,
  type ImageModelV4CallOptions,
  type ImageModelV4File,
  InvalidResponseDataError,
} from '@ai-sdk/provider'
import { z } from 'zod'
import { sniffPicture } from '@/lib/upstream/adapters/openai-compatible/image-answers'
import { dataUrlOf } from '@/lib/upstream/adapters/openai-compatible/images'
import type { SdkName } from '@/lib/upstream/contract/adapter'
import {
  type ImageAnswer,
  type ImageModel,
  type ImageSettings,
  type ImageUsage,
  type MadeImage,
  type SourceImage,
  VARIATION_PROMPT,
} from '@/lib/upstream/contract/image-model'
import { hasSetting, writeRequest } from '@/lib/upstream/contract/request-shape'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { createVendorFetch, explainFailure, type SdkSettings } from './vendor-fetch'

/** The text by which models behind Replicate report their filter; they have no code for it. */
const FILTER_WORDS = /nsfw|sensitive|safety|content policy|moderat|flagged/i

/**
 * Images by vendors with their own APIs. Each image is a separate call, all at once; if one fails, the others are aborted.
 * Variations are edits with a fixed prompt.
 */
export function createAiSdkImages(settings: SdkSettings): ImageModel {
  const vendor = imageVendors[settings.sdk]
  if (vendor === undefined) throw new Error(`the vendor ${settings.sdk} serves no images`)
  const fetch = createVendorFetch(settings, 'pictures')
  const draw = (drawing: Drawing) => drawAll(drawing, { vendor, settings, fetch })
  return {
    generate: ({ prompt, ...rest }) => draw({ prompt, settings: rest, source: null, mask: null }),
    edit: ({ prompt, source, mask, ...rest }) => draw({ prompt, settings: rest, source, mask }),
    vary: ({ source, ...rest }) => draw({ prompt: VARIATION_PROMPT, settings: rest, source, mask: null }),
  }
}

type Means = { vendor: ImageVendor; settings: SdkSettings; fetch: typeof globalThis.fetch }

async function drawAll(drawing: Drawing, means: Means): Promise<ImageAnswer> {
  const { signal, n } = drawing.settings
  const given = new AbortController()
  const either = AbortSignal.any([signal, given.signal])
  try {
    const drawn = await Promise.all(Array.from({ length: n }, () => drawOne(drawing, means, either)))
    const images = drawn.flatMap((one) => one.images)
    return { images, size: null, quality: null, usage: sumOf(drawn.map(({ usage }) => usage)) }
  } catch (error) {
    given.abort()
    signal.throwIfAborted()
    throw explain(error)
  }
}

async function drawOne(drawing: Drawing, { vendor, settings, fetch }: Means, abortSignal: AbortSignal) {
  const written = writeByShape(drawing)
  if (written === null) {
    const model = await vendor.open(settings, drawing.settings.model, fetch)
    return readDrawing(await model.doGenerate({ ...writeImageOptions(drawing, vendor), abortSignal }))
  }
  // The package sends the request and reads the answer; the fields are the catalog's.
  const body = JSON.stringify(vendor.wraps ? { [vendor.wraps]: written.fields } : written.fields)
  const model = await vendor.open(settings, written.model, (input, init) =>
    fetch(input, init?.method === 'POST' ? { ...init, body } : init),
  )
  return readDrawing(await model.doGenerate({ ...NOTHING, abortSignal }))
}

function explain(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error
  if (InvalidResponseDataError.isInstance(error) && FILTER_WORDS.test(error.message)) return filtered()
  return explainFailure(error)
}

function sumOf(usages: readonly (ImageUsage | null)[]): ImageUsage | null {
  const known = usages.filter((usage) => usage !== null)
  if (known.length < usages.length) return null
  const total = (count: (usage: ImageUsage) => number) => known.reduce((sum, usage) => sum + count(usage), 0)
  return {
    inputTokens: total(({ inputTokens }) => inputTokens),
    outputTokens: total(({ outputTokens }) => outputTokens),
    totalTokens: total(({ totalTokens }) => totalTokens),
    inputTokensDetails: null,
    outputTokensDetails: null,
  }
}

/** The differences between the vendors' image APIs. */
type ImageVendor = {
  /** The package's model; loads the package. */
  open(settings: SdkSettings, modelId: string, fetch: typeof globalThis.fetch): Promise<ImageModelV4>
  /** The supported ratios, if it accepts a ratio in place of a size in pixels. */
  ratios: readonly `${number}:${number}`[] | null
  /** Whether edits may have a mask. */
  takesMasks: boolean
  /** The member of a request that has a model's fields; undefined: the request itself. */
  wraps?: string
}

/** The package's options for a request that is written by data. */
const NOTHING: ImageModelV4CallOptions = {
  prompt: undefined,
  n: 1,
  size: undefined,
  aspectRatio: undefined,
  seed: undefined,
  files: undefined,
  mask: undefined,
  providerOptions: {},
}

const imageVendors: Partial<Record<SdkName, ImageVendor>> = {
  google: {
    async open({ baseUrl, apiKey }, modelId, fetch) {
      const { createGoogle } = await import('@ai-sdk/google')
      return createGoogle({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch }).image(modelId)
    },
    ratios: ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'],
    takesMasks: false,
  },
  fal: {
    async open({ baseUrl, apiKey }, modelId, fetch) {
      const { createFal } = await import('@ai-sdk/fal')
      return createFal({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch }).image(modelId)
    },
    ratios: null,
    takesMasks: true,
  },
  replicate: {
    async open({ baseUrl, apiKey }, modelId, fetch) {
      const { createReplicate } = await import('@ai-sdk/replicate')
      return createReplicate({ baseURL: baseUrl, apiToken: apiKey ?? '', fetch }).image(modelId)
    },
    ratios: ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9'],
    takesMasks: true,
    wraps: 'input',
  },
}

type Drawing = {
  prompt: string
  settings: ImageSettings
  source: SourceImage | null
  mask: SourceImage | null
}

/** Ratios this close count as equal, because sides are rounded to whole blocks of pixels. */
const NEARNESS = 0.02

/** Options for one image. The vendors choose quality, format and moderation; the answer reports the actual format. */
function writeImageOptions(
  { prompt, settings, source, mask }: Drawing,
  vendor: ImageVendor,
): ImageModelV4CallOptions {
  if (settings.background === 'transparent') throw unsupported('background', 'transparent backgrounds')
  if (mask !== null && !vendor.takesMasks) throw unsupported('mask_upload_id', 'edits with a mask')
  return {
    prompt,
    n: 1,
    ...placeOf(settings.size, vendor),
    seed: settings.seed ?? undefined,
    files: source === null ? undefined : [fileOf(source)],
    mask: mask === null ? undefined : fileOf(mask),
    providerOptions: {},
    abortSignal: settings.signal,
  }
}

/** The model and its fields by the catalog's data; null if the route has none. */
function writeByShape({ prompt, settings, source, mask }: Drawing) {
  const { request: shape, size, quality, background, seed, outputFormat: format } = settings
  if (!shape) return null
  const kind = source === null ? 'text' : 'image'
  const has = (name: string) => hasSetting(shape, kind, name)
  if (background === 'transparent' && !has('background'))
    throw unsupported('background', 'transparent backgrounds')
  if (mask !== null && !has('mask')) throw unsupported('mask_upload_id', 'edits with a mask')
  const [width, height] = size.split('x').map(Number)
  const ratio = width && height ? nearestOf(RATIOS, width / height) : undefined
  if (width && !has('width') && (ratio === undefined || !has('ratio')))
    throw unsupported('size', `images of ${size}`)
  return writeRequest({
    shape,
    kind,
    model: settings.model,
    settings: {
      prompt: prompt || null,
      width: width || null,
      height,
      ratio,
      quality: quality === 'auto' ? null : quality,
      background: background === 'auto' ? null : background,
      format,
      seed,
      image: source && dataUrlOf(source),
      mask: mask && dataUrlOf(mask),
    },
  })
}

const RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '9:21', '21:9'] as const

function nearestOf<Ratio extends string>(ratios: readonly Ratio[], across: number): Ratio | undefined {
  return ratios.find((ratio) => Math.abs(Math.log(across) - logOf(ratio)) < NEARNESS)
}

function placeOf(
  size: string,
  { ratios }: ImageVendor,
): Pick<ImageModelV4CallOptions, 'size' | 'aspectRatio'> {
  const [width, height] = size.split('x').map(Number)
  if (!width || !height) return { size: undefined, aspectRatio: undefined }
  if (ratios === null) return { size: `${width}x${height}`, aspectRatio: undefined }
  const aspectRatio = nearestOf(ratios, width / height)
  if (aspectRatio === undefined) throw unsupported('size', `images of ${size}`)
  return { size: undefined, aspectRatio }
}

function logOf(ratio: string): number {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  return Math.log(across / down)
}

function fileOf({ bytes, mimeType }: SourceImage): ImageModelV4File {
  return { type: 'file', mediaType: mimeType, data: new Uint8Array(bytes) }
}

function unsupported(param: string, what: string): UpstreamError {
  return new UpstreamError('unsupported', { param, message: `This model does not support ${what}.` })
}

type Result = Awaited<ReturnType<ImageModelV4['doGenerate']>>

/** How the vendors report that their filter blackened or withheld an image. */
const Verdict = z.looseObject({
  google: z.looseObject({ finishReason: z.string().nullish() }).optional().catch(undefined),
  fal: z
    .looseObject({ images: z.array(z.looseObject({ nsfw: z.boolean().nullish() })) })
    .optional()
    .catch(undefined),
})
const FILTERED = /SAFETY|PROHIBITED|BLOCKLIST|SPII|RECITATION/

function readDrawing(result: Result): { images: MadeImage[]; usage: ImageUsage | null } {
  const images = result.images.map(madeOf)
  if (isFiltered(result)) throw filtered()
  if (images.length === 0) throw new UpstreamError('failed', { status: 200 })
  return { images, usage: usageOf(result) }
}

function madeOf(image: string | Uint8Array): MadeImage {
  const bytes = typeof image === 'string' ? Buffer.from(image, 'base64') : Buffer.from(image)
  const mimeType = sniffPicture(bytes)
  if (mimeType === undefined) throw new UpstreamError('failed', { status: 200 })
  return { bytes, mimeType, revisedPrompt: null }
}

function isFiltered({ providerMetadata, images }: Result): boolean {
  const { google, fal } = Verdict.parse(providerMetadata ?? {})
  if (fal?.images.some(({ nsfw }) => nsfw === true)) return true
  return images.length === 0 && FILTERED.test(google?.finishReason ?? '')
}

function usageOf({ usage }: Result): ImageUsage | null {
  const { inputTokens, outputTokens } = usage ?? {}
  if (inputTokens === undefined || outputTokens === undefined) return null
  return {
    inputTokens,
    outputTokens,
    totalTokens: usage?.totalTokens ?? inputTokens + outputTokens,
    inputTokensDetails: null,
    outputTokensDetails: null,
  }
}

function filtered(): UpstreamError {
  return new UpstreamError('rejected', {
    code: 'content_policy_violation',
    param: 'prompt',
    message: 'The upstream refused this image by its content policy.',
  })
}

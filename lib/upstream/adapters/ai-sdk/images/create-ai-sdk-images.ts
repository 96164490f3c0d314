import { InvalidResponseDataError } from '@ai-sdk/provider'
import type { Endpoint } from '@/lib/upstream/adapters/openai-compatible/settings'
import type { ImageAnswer, ImageModel, ImageUsage } from '@/lib/upstream/contract/image-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { VARIATION_PROMPT } from '@/lib/upstream/variation-prompt'
import { explainFailure } from '../explain-failure'
import type { SdkSettings } from '../sdk-settings'
import { createVendorFetch, endpointOf } from '../transport/create-vendor-fetch'
import { filtered } from './filtered'
import { type ImageVendor, imageVendors } from './image-vendor'
import { readDrawing } from './read-drawing'
import { type Drawing, writeImageOptions } from './write-image-options'

/** Said by models behind Replicate whose filter stopped them; they have no code for it. */
const FILTER_WORDS = /nsfw|sensitive|safety|content policy|moderat|flagged/i

/**
 * Pictures at vendors that speak an API of their own. Each picture is a call of its own, all at once: one that fails
 * fails them all, and the others are given up. Variations are edits with fixed words.
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
    throw explain(error, endpointOf(means.settings))
  }
}

async function drawOne(drawing: Drawing, { vendor, settings, fetch }: Means, abortSignal: AbortSignal) {
  const options = writeImageOptions(drawing, vendor)
  const model = await vendor.open(settings, drawing.settings.model, fetch)
  return readDrawing(await model.doGenerate({ ...options, abortSignal }))
}

function explain(error: unknown, endpoint: Endpoint): UpstreamError {
  if (error instanceof UpstreamError) return error
  if (InvalidResponseDataError.isInstance(error) && FILTER_WORDS.test(error.message)) return filtered()
  return explainFailure(error, endpoint)
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

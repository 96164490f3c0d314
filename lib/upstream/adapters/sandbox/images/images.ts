import { availableParallelism } from 'node:os'
import type { Sharp } from 'sharp'
import { countTokens } from '@/lib/platform/tokens'
import type {
  ImageAnswer,
  ImageModel,
  ImageQuality,
  ImageSettings,
  ImageUsage,
  MadeImage,
  SourceImage,
} from '@/lib/upstream/contract/image-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { hashText, obeyKnobs, parseKnobs } from '../knobs'
import type { PictureSize } from './paint'

/**
 * An image model that needs no network and no key: draws one of its scenes by the words of the prompt, always the same for a
 * prompt, seed and settings. Knobs in the prompt make it slow or fail, and are not shown. An abort rejects with the signal's
 * reason.
 */
export function createSandboxImages(): ImageModel {
  return {
    async generate(call) {
      const prompt = await open(call, call.prompt)
      const { paintPrompt } = await import('./paint')
      const size = chooseSize(call.size, prompt)
      const background = call.background === 'transparent' ? 'transparent' : 'opaque'
      const paint = (seed: number) => paintPrompt({ prompt, size, background, seed })
      return make(call, { prompt, size, sources: [] }, paint)
    },

    async edit(call) {
      const prompt = await open(call, call.prompt)
      if (call.model === 'upscale' || call.model === 'remove-background') {
        const { removeBackground, upscale } = await import('./upkeep')
        const { size, paint } = await (call.model === 'upscale' ? upscale : removeBackground)(call)
        return make(call, { prompt, size, sources: [call.source] }, paint)
      }
      const { editPicture, sourceSize } = await import('./paint')
      const size = call.size === 'auto' ? await sourceSize(call.source) : chooseSize(call.size, prompt)
      const { source, mask, background: wantsClear } = call
      const sources = mask === null ? [source] : [source, mask]
      const paint = (seed: number) =>
        editPicture({ prompt, size, background: 'opaque', seed, source, mask, wantsClear })
      return make(call, { prompt, size, sources }, paint)
    },

    async vary(call) {
      await open(call, '')
      const { sourceSize, varyPicture } = await import('./paint')
      const { source } = call
      const size = call.size === 'auto' ? nearestSize(await sourceSize(source)) : chooseSize(call.size, '')
      const paint = (seed: number, index: number) => varyPicture({ size, seed, index, source })
      return make(call, { prompt: '', size, sources: [source] }, paint)
    },
  }
}

/** Applies the knobs that precede an answer, and returns the prompt without them. */
async function open({ signal }: ImageSettings, text: string): Promise<string> {
  const { knobs, text: prompt } = parseKnobs(text)
  await obeyKnobs(knobs, signal)
  if (knobs.empty)
    throw new UpstreamError('failed', { message: 'The sandbox was asked to answer without a picture.' })
  return prompt
}

const SQUARE = { width: 1024, height: 1024 }
const WIDE = { width: 1536, height: 1024 }
const TALL = { width: 1024, height: 1536 }

/** The requested size; for `auto`, one that suits the prompt. */
function chooseSize(size: string, prompt: string): PictureSize {
  const [width, height] = size.split('x').map(Number)
  if (width && height) return { width, height }
  if (/\b(?:portrait|vertical|tall|poster|phone wallpaper|9:16|2:3)\b/i.test(prompt)) return TALL
  return /\b(?:landscape|panorama|wide|banner|skyline|horizon|cinematic|16:9|3:2)\b/i.test(prompt)
    ? WIDE
    : SQUARE
}

/** The size of variations nearest to the source. */
function nearestSize({ width, height }: PictureSize): PictureSize {
  const ratio = width / height
  if (ratio > 1.22) return WIDE
  return ratio < 0.82 ? TALL : SQUARE
}

type Job = { prompt: string; size: PictureSize; sources: SourceImage[] }

async function make(
  call: ImageSettings,
  job: Job,
  paint: (seed: number, index: number) => Promise<Sharp>,
): Promise<ImageAnswer> {
  const words = job.prompt.toLowerCase().replace(/\s+/g, ' ').trim()
  const start = job.sources[0]?.bytes.toString('latin1', 0, 4096) ?? ''
  const images: MadeImage[] = []
  for (let index = 0; index < call.n; index++) {
    const seed = hashText(`${words}\n${call.seed ?? ''}\n${index}\n${start}`)
    const picture = await inLane(call.signal, async () => encode(await paint(seed, index), call))
    images.push({ ...picture, revisedPrompt: job.prompt === '' ? null : job.prompt })
  }
  const quality = call.quality === 'auto' ? 'medium' : call.quality
  const { width, height } = job.size
  return { images, size: `${width}x${height}`, quality, usage: usageOf(job, quality, call.n) }
}

/** The bytes in the requested format. `outputCompression` is OpenAI's: 100 is the least compressed. */
async function encode(picture: Sharp, { outputFormat, outputCompression }: ImageSettings) {
  const options =
    outputFormat === 'png' ? { compressionLevel: 6 } : { quality: Math.max(1, outputCompression ?? 100) }
  const bytes = await picture
    .toFormat(outputFormat, { ...options, ...(outputFormat === 'webp' && { effort: 2 }) })
    .toBuffer()
  return { bytes, mimeType: `image/${outputFormat}` as const }
}

/** OpenAI's published tokens for a 1024x1024 image by gpt-image-1; other sizes count by area. */
const SQUARE_TOKENS: Record<ImageQuality, number> = { low: 272, medium: 1056, high: 4160 }
const TILE_PIXELS = 512

/** Usage like OpenAI's published tables: a base for each source, and its tiles. */
function usageOf({ prompt, size, sources }: Job, quality: ImageQuality, n: number): ImageUsage {
  const textTokens = countTokens(prompt)
  const tiles = ({ width, height }: SourceImage) =>
    Math.ceil(width / TILE_PIXELS) * Math.ceil(height / TILE_PIXELS)
  const imageTokens = sources.reduce((sum, source) => sum + 65 + 129 * tiles(source), 0)
  const area = (size.width * size.height) / (SQUARE.width * SQUARE.height)
  const outputTokens = n * Math.max(1, Math.round(SQUARE_TOKENS[quality] * area))
  return {
    inputTokens: textTokens + imageTokens,
    outputTokens,
    totalTokens: textTokens + imageTokens + outputTokens,
    inputTokensDetails: { textTokens, imageTokens },
    outputTokensDetails: { textTokens: 0, imageTokens: outputTokens },
  }
}

/** Images are drawn one after the other in this many lanes: one core stays free for requests. */
const lanes = {
  next: 0,
  ends: Array.from({ length: Math.max(1, availableParallelism() - 1) }, () => Promise.resolve<unknown>(null)),
}

/** Rejects with the signal's reason if that aborts while it waits. */
function inLane<T>(signal: AbortSignal, make: () => Promise<T>): Promise<T> {
  const lane = lanes.next++ % lanes.ends.length
  const made = (lanes.ends[lane] ?? Promise.resolve()).then(() => {
    signal.throwIfAborted()
    return make()
  })
  lanes.ends[lane] = made.catch(() => undefined)
  return made
}

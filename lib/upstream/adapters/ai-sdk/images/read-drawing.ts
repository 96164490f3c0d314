import type { ImageModelV4 } from '@ai-sdk/provider'
import { z } from 'zod'
import { sniffPicture } from '@/lib/upstream/adapters/openai-compatible/images/sniff-picture'
import type { ImageUsage, MadeImage } from '@/lib/upstream/contract/image-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { filtered } from './filtered'

type Result = Awaited<ReturnType<ImageModelV4['doGenerate']>>

/** How the vendors tell that their filter blackened or kept back a picture. */
const Verdict = z.looseObject({
  google: z.looseObject({ finishReason: z.string().nullish() }).optional().catch(undefined),
  fal: z
    .looseObject({ images: z.array(z.looseObject({ nsfw: z.boolean().nullish() })) })
    .optional()
    .catch(undefined),
})
const FILTERED = /SAFETY|PROHIBITED|BLOCKLIST|SPII|RECITATION/

export function readDrawing(result: Result): { images: MadeImage[]; usage: ImageUsage | null } {
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

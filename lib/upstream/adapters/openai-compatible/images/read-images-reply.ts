import { z } from 'zod'
import type { ImageAnswer, ImageUsage } from '@/lib/upstream/contract/image-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

const count = z.int().min(0)
const Details = z.object({ text_tokens: count.default(0), image_tokens: count.default(0) })

const Usage = z.object({
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
  input_tokens_details: Details.nullish().catch(null),
  output_tokens_details: Details.nullish().catch(null),
})

const Picture = z.object({
  b64_json: z.string().min(1).nullish(),
  url: z.string().min(1).nullish(),
  revised_prompt: z.string().nullish().catch(null),
})

/** OpenAI's `ImagesResponse`. What only describes the pictures may be missing or odd; the pictures themselves may not. */
const Reply = z.object({
  data: z.array(Picture).min(1),
  size: z
    .string()
    .regex(/^[1-9]\d{1,4}x[1-9]\d{1,4}$/)
    .nullish()
    .catch(null),
  quality: z.string().nullish().catch(null),
  usage: Usage.nullish().catch(null),
})

/** A picture as it was sent: its bytes, or where they are. */
export type SentPicture = { source: { base64: string } | { url: string }; revisedPrompt: string | null }

export type ImagesReply = Omit<ImageAnswer, 'images'> & { pictures: SentPicture[] }

export function readImagesReply(body: Buffer): ImagesReply {
  const reply = Reply.safeParse(parseJson(body))
  if (!reply.success) throw new UpstreamError('failed', { status: 200, cause: reply.error })
  const { data, size, quality, usage } = reply.data
  return {
    pictures: data.map(readPicture),
    size: size ?? null,
    quality: qualityOf(quality),
    usage: usage ? usageOf(usage) : null,
  }
}

function readPicture({ b64_json, url, revised_prompt }: z.infer<typeof Picture>): SentPicture {
  const revisedPrompt = revised_prompt || null
  if (b64_json) return { source: { base64: b64_json }, revisedPrompt }
  if (url) return { source: { url }, revisedPrompt }
  throw new UpstreamError('failed', { status: 200 })
}

/** Older models of OpenAI's say `standard` and `hd`. */
function qualityOf(quality: string | null | undefined): ImageAnswer['quality'] {
  if (quality === 'low' || quality === 'medium' || quality === 'high') return quality
  if (quality === 'standard') return 'medium'
  return quality === 'hd' ? 'high' : null
}

function usageOf(usage: z.infer<typeof Usage>): ImageUsage {
  return {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    totalTokens: usage.total_tokens,
    inputTokensDetails: detailsOf(usage.input_tokens_details),
    outputTokensDetails: detailsOf(usage.output_tokens_details),
  }
}

function detailsOf(details: z.infer<typeof Details> | null | undefined): ImageUsage['inputTokensDetails'] {
  return details ? { textTokens: details.text_tokens, imageTokens: details.image_tokens } : null
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}

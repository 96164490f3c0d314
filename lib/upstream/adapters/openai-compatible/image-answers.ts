import { request } from 'undici'
import { z } from 'zod'
import { parseJson } from '@/lib/platform/json'
import { OutboundError } from '@/lib/platform/safe-fetch/outbound-url'
import { safeFetch } from '@/lib/platform/safe-fetch/safe-fetch'
import type { ImageAnswer, ImageUsage, MadeImage } from '@/lib/upstream/contract/image-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type Endpoint, poolOf } from './exchange'
import { gather } from './whole-answer'

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
type SentPicture = { source: { base64: string } | { url: string }; revisedPrompt: string | null }

type ImagesReply = Omit<ImageAnswer, 'images'> & { pictures: SentPicture[] }

export function readImagesReply(body: Buffer): ImagesReply {
  const reply = Reply.safeParse(parseJson(body.toString()))
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

const MOST_PICTURE_BYTES = 64 * 1024 * 1024
const FETCH_TIMEOUT_MILLIS = 120_000

/** The picture's bytes: unpacked from the answer, or fetched from the vendor's link. */
export async function fetchPicture(
  { source, revisedPrompt }: SentPicture,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<MadeImage> {
  const bytes = 'base64' in source ? decode(source.base64) : await download(source.url, endpoint, signal)
  const mimeType = sniffPicture(bytes)
  if (mimeType === undefined) throw new UpstreamError('failed', { status: 200 })
  return { bytes, mimeType, revisedPrompt }
}

/** Some upstreams send a data URL where bare base64 was requested. */
function decode(base64: string): Buffer {
  const isUrl = base64.startsWith('data:')
  return Buffer.from(isUrl ? base64.slice(base64.indexOf(',') + 1) : base64, 'base64')
}

/** The operator vouches for the upstream's own address alone; any other link is a stranger's. */
async function download(link: string, endpoint: Endpoint, signal: AbortSignal): Promise<Buffer> {
  if (link.startsWith('data:')) return decode(link)
  const url = URL.canParse(link, endpoint.origin) ? new URL(link, endpoint.origin) : undefined
  if (url === undefined) throw new UpstreamError('failed', { status: 200 })
  return url.origin === endpoint.origin ? fetchOwn(url, signal) : fetchStrange(url, signal)
}

async function fetchStrange(url: URL, signal: AbortSignal): Promise<Buffer> {
  const limits = { timeoutMillis: FETCH_TIMEOUT_MILLIS, maxBytes: MOST_PICTURE_BYTES, signal }
  try {
    const answer = await safeFetch(url.href, limits)
    if (answer.status === 200) return await answer.bytes()
    answer.discard()
    throw new UpstreamError('failed', { status: answer.status })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new UpstreamError(error.fault === 'timeout' ? 'timeout' : 'failed', { cause: error })
  }
}

async function fetchOwn(url: URL, signal: AbortSignal): Promise<Buffer> {
  const timeout = AbortSignal.timeout(FETCH_TIMEOUT_MILLIS)
  try {
    const answer = await request(url, {
      dispatcher: poolOf(url.origin),
      signal: AbortSignal.any([signal, timeout]),
    })
    if (answer.statusCode === 200) return await gather(answer.body, MOST_PICTURE_BYTES, 200)
    await answer.body.dump()
    throw new UpstreamError('failed', { status: answer.statusCode })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError(timeout.aborted ? 'timeout' : 'failed', { cause: error })
  }
}

/** The type of a picture by its first bytes; undefined for anything that is none of the three that we serve. */
export function sniffPicture(bytes: Buffer): MadeImage['mimeType'] | undefined {
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (bytes.toString('latin1', 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isRiff ? 'image/webp' : undefined
}

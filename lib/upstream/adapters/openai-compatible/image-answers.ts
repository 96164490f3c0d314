import { request } from 'undici'
import { OutboundError } from '@/lib/platform/safe-fetch/outbound-url'
import { safeFetch } from '@/lib/platform/safe-fetch/safe-fetch'
import type { ImageAnswer, ImageUsage, MadeImage } from '@/lib/upstream/contract/image-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { countOf, fieldsOf, hasError, listIn, textOf, tokensOf } from '@/lib/upstream/reading/members'
import { gather } from './answers'
import { readError } from './read-error'
import { type Endpoint, poolOf } from './transport'

/** An image in an answer: its bytes, or a link to them. */
type SentPicture = { source: { base64: string } | { url: string }; revisedPrompt: string | null }

type ImagesReply = Omit<ImageAnswer, 'images'> & { pictures: SentPicture[] }

/** OpenAI; SiliconFlow and others; Replicate-like servers; DashScope. */
const NAMES = ['data', 'images', 'output', 'results']

/**
 * Reads OpenAI's `ImagesResponse` and its variants. Descriptions and some of the images may be missing or invalid, but not all
 * images. Throws UpstreamError if an item says why its image is missing.
 */
export function readImagesReply(answer: unknown, endpoint: Endpoint): ImagesReply {
  const items = listIn(answer, NAMES)
  const pictures = items.flatMap(readPicture)
  if (pictures.length === 0) throw refusalIn(items[0], endpoint) ?? new Error('there is no picture')
  const { size, quality, usage } = fieldsOf(answer)
  return {
    pictures,
    size: /^[1-9]\d{1,4}x[1-9]\d{1,4}$/.exec(textOf(size) ?? '')?.[0] ?? null,
    quality: qualityOf(quality),
    usage: usageOf(usage),
  }
}

function readPicture(item: unknown): SentPicture[] {
  const source = sourceOf(item)
  return source ? [{ source, revisedPrompt: textOf(fieldsOf(item).revised_prompt) ?? null }] : []
}

/** A plain text is bytes or a link; a link may be in a list, or an object as in chat. */
function sourceOf(item: unknown): SentPicture['source'] | undefined {
  const { b64_json, base64, b64, image, url, image_url } = fieldsOf(item)
  const bytes = [item, b64_json, base64, b64, image].map(textOf).find((text) => text !== undefined)
  if (bytes !== undefined) return /^https?:/i.test(bytes) ? { url: bytes } : { base64: bytes }
  const links = [url, image_url].flat().map((link) => textOf(link) ?? textOf(fieldsOf(link).url))
  const link = links.find((text) => text !== undefined)
  return link === undefined ? undefined : { url: link }
}

/** The reason for a missing image: in `error` (Ark), or in `finish_reason` (Stability's models). */
function refusalIn(item: unknown, endpoint: Endpoint): UpstreamError | undefined {
  const { error, finish_reason: code } = fieldsOf(item)
  const reason = hasError(item) ? error : textOf(code) && { code }
  return reason
    ? readError({ status: 200, headers: {} }, JSON.stringify({ error: reason }), endpoint)
    : undefined
}

/** Older models of OpenAI use `standard` and `hd`. */
function qualityOf(quality: unknown): ImageAnswer['quality'] {
  if (quality === 'low' || quality === 'medium' || quality === 'high') return quality
  if (quality === 'standard') return 'medium'
  return quality === 'hd' ? 'high' : null
}

function usageOf(usage: unknown): ImageUsage | null {
  const { total_tokens, input_tokens_details, output_tokens_details } = fieldsOf(usage)
  const tokens = tokensOf(usage)
  return (
    tokens && {
      inputTokens: tokens.promptTokens,
      outputTokens: tokens.completionTokens,
      totalTokens: countOf(total_tokens) ?? tokens.promptTokens + tokens.completionTokens,
      inputTokensDetails: detailsOf(input_tokens_details),
      outputTokensDetails: detailsOf(output_tokens_details),
    }
  )
}

function detailsOf(details: unknown): ImageUsage['inputTokensDetails'] {
  const { text_tokens, image_tokens } = fieldsOf(details)
  const [textTokens, imageTokens] = [countOf(text_tokens), countOf(image_tokens)]
  if (textTokens === undefined && imageTokens === undefined) return null
  return { textTokens: textTokens ?? 0, imageTokens: imageTokens ?? 0 }
}

const MOST_PICTURE_BYTES = 64 * 1024 * 1024
const FETCH_TIMEOUT_MILLIS = 120_000

/** The image's bytes: decoded from the answer, or fetched from the link. */
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

/** Some upstreams send a data URL in place of base64. */
function decode(base64: string): Buffer {
  const isUrl = base64.startsWith('data:')
  return Buffer.from(isUrl ? base64.slice(base64.indexOf(',') + 1) : base64, 'base64')
}

/** Only the upstream's own origin is trusted, because the operator has configured it. */
async function download(link: string, endpoint: Endpoint, signal: AbortSignal): Promise<Buffer> {
  if (link.startsWith('data:')) return decode(link)
  const url = URL.canParse(link, endpoint.origin) ? new URL(link, endpoint.origin) : undefined
  if (url === undefined) throw new UpstreamError('failed', { status: 200 })
  return url.origin === endpoint.origin ? fetchOwn(url, signal) : fetchUntrusted(url, signal)
}

async function fetchUntrusted(url: URL, signal: AbortSignal): Promise<Buffer> {
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

/** The type of an image by its first bytes; undefined for types other than PNG, JPEG and WebP. */
export function sniffPicture(bytes: Buffer): MadeImage['mimeType'] | undefined {
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (bytes.toString('latin1', 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isRiff ? 'image/webp' : undefined
}

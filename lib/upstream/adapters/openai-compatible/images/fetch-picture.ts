import { request } from 'undici'
import { OutboundError } from '@/lib/platform/safe-fetch/outbound-url'
import { safeFetch } from '@/lib/platform/safe-fetch/safe-fetch'
import type { MadeImage } from '@/lib/upstream/contract/image-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { poolOf } from '../pool-of'
import type { Endpoint } from '../settings'
import type { SentPicture } from './read-images-reply'
import { sniffPicture } from './sniff-picture'

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

/** Some upstreams send a data URL where base64 alone is asked for. */
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
    if (answer.statusCode === 200) return await gather(answer.body)
    await answer.body.dump()
    throw new UpstreamError('failed', { status: answer.statusCode })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError(timeout.aborted ? 'timeout' : 'failed', { cause: error })
  }
}

async function gather(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let sizeBytes = 0
  for await (const piece of body) {
    sizeBytes += piece.byteLength
    if (sizeBytes > MOST_PICTURE_BYTES) throw new UpstreamError('failed', { status: 200 })
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

import { request } from 'undici'
import type { MadeImage } from '@/lib/upstream/contract/image-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { SentPicture } from './read-images-reply'
import { sniffPicture } from './sniff-picture'

const MOST_PICTURE_BYTES = 64 * 1024 * 1024
const FETCH_TIMEOUT_MS = 120_000

/** The picture's bytes: unpacked from the answer, or fetched from the vendor's link. */
export async function fetchPicture(
  { source, revisedPrompt }: SentPicture,
  signal: AbortSignal,
): Promise<MadeImage> {
  const bytes = 'base64' in source ? decode(source.base64) : await download(source.url, signal)
  const mimeType = sniffPicture(bytes)
  if (mimeType === undefined) throw new UpstreamError('failed', { status: 200 })
  return { bytes, mimeType, revisedPrompt }
}

function decode(base64: string): Buffer {
  // Some upstreams send a data URL where base64 alone is asked for.
  return Buffer.from(
    base64.slice(0, 5) === 'data:' ? base64.slice(base64.indexOf(',') + 1) : base64,
    'base64',
  )
}

async function download(url: string, signal: AbortSignal): Promise<Buffer> {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw new UpstreamError('failed', { status: 200 })
  const limited = AbortSignal.any([signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)])
  try {
    const answer = await request(url, { signal: limited })
    if (answer.statusCode !== 200) {
      await answer.body.dump()
      throw new UpstreamError('failed', { status: answer.statusCode })
    }
    const pieces: Buffer[] = []
    let sizeBytes = 0
    for await (const piece of answer.body) {
      sizeBytes += piece.length
      if (sizeBytes > MOST_PICTURE_BYTES) throw new UpstreamError('failed', { status: 200 })
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    signal.throwIfAborted()
    throw new UpstreamError(limited.aborted ? 'timeout' : 'failed', { cause: error })
  }
}

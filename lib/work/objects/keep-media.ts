import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { refuseTooMuchWaiting } from '@/lib/platform/storage/storage'
import { keepObject } from './keep-object'
import { countWaiting } from './repository'
import { type KeptMedia, MAX_MEDIA_BYTES, MediaMimeType } from './schema'

const KEPT_MILLIS = 24 * 3600 * 1000

type Media = {
  contentType: string | undefined
  contentLength: string | undefined
  body: AsyncIterable<Uint8Array>
}

/**
 * Keeps a picture, video or sound of a person in the console for a day, so that its link can be given to a video or a
 * portrait. Never whole in memory. Throws 400 for an empty one, 413, 415, and 429 while too much waits to be used; what the
 * bytes really are is looked at by whoever uses the link.
 */
export async function keepMedia(
  caller: Caller,
  { contentType, contentLength, body }: Media,
): Promise<KeptMedia> {
  const mimeType = MediaMimeType.safeParse(contentType?.split(';')[0]?.trim().toLowerCase())
  if (!mimeType.success)
    throw new AppError('unsupported_media_type', {
      param: 'Content-Type',
      message: `The Content-Type must be one of ${MediaMimeType.options.join(', ')}.`,
    })
  const announcedBytes = /^\d+$/.test(contentLength ?? '') ? Number(contentLength) : undefined
  if ((announcedBytes ?? 0) > MAX_MEDIA_BYTES) throw tooLarge()
  const expiresAt = new Date(clock.now().getTime() + KEPT_MILLIS)
  const { customerId } = caller
  const kept = await keepObject({
    customerId,
    mimeType: mimeType.data,
    expiresAt,
    announcedBytes,
    body: admitted(customerId, capped(body)),
  })
  return {
    url: kept.url,
    mime_type: mimeType.data,
    size_bytes: kept.sizeBytes,
    expires_at: expiresAt.toISOString(),
  }
}

/** The row exists before its bytes are requested, so that of two at once the second sees the first. */
async function* admitted(customerId: string, body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const kept = { keptMillis: KEPT_MILLIS, mostBytes: MAX_MEDIA_BYTES }
  refuseTooMuchWaiting(await countWaiting(customerId, clock.now(), kept))
  yield* body
}

async function* capped(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.length
    if (sizeBytes > MAX_MEDIA_BYTES) throw tooLarge()
    yield chunk
  }
  if (sizeBytes === 0)
    throw new AppError('invalid_parameter', { message: 'The body is empty; it must be the file.' })
}

function tooLarge(): AppError {
  return new AppError('payload_too_large', { message: `A file may have at most ${MAX_MEDIA_BYTES} bytes.` })
}

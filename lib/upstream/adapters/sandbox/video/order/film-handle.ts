import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoHandle } from '@/lib/upstream/contract/video-model'
import { FilmOrder } from './film-order'

const PREFIX = 'film1.'
const MAX_ORDER_BYTES = 4 * 1024 * 1024

export function handleOf(order: FilmOrder): VideoHandle {
  return PREFIX + deflateRawSync(JSON.stringify(order)).toString('base64url')
}

/** Rejects what is not a handle of ours, as an upstream does with an id that it does not know. */
export function orderOf(handle: VideoHandle): FilmOrder {
  try {
    if (!handle.startsWith(PREFIX)) throw new Error('another prefix')
    const bytes = Buffer.from(handle.slice(PREFIX.length), 'base64url')
    const text = inflateRawSync(bytes, { maxOutputLength: MAX_ORDER_BYTES }).toString()
    return FilmOrder.parse(JSON.parse(text))
  } catch (cause) {
    throw new UpstreamError('rejected', { status: 404, message: 'The sandbox knows no such task.', cause })
  }
}

/** A short name for the film, for files. */
export function filmIdOf(handle: VideoHandle): string {
  return createHash('sha256').update(handle).digest('hex').slice(0, 40)
}

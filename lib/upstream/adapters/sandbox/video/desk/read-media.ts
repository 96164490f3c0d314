import type { VideoMediaAccess } from '@/lib/upstream/contract/video-media-access'
import type { FilmOrder } from '../order/film-order'
import type { RenderJob } from './render-job'

const MIB = 1024 * 1024
const maxBytesOf = { image: 30 * MIB, video: 50 * MIB, audio: 15 * MIB } as const

/** One after the other, so that no more than one answer is in flight. */
export async function readMedia(
  { media }: FilmOrder,
  access: VideoMediaAccess,
  signal: AbortSignal,
): Promise<RenderJob['media']> {
  const read: RenderJob['media'] = []
  for (const { type, role, source } of media)
    read.push({ role, bytes: await access.read(source, { maxBytes: maxBytesOf[type], signal }) })
  return read
}

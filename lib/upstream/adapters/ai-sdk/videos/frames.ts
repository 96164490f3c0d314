import type { Experimental_VideoModelV4File as VideoModelV4File } from '@ai-sdk/provider'
import { sniffPicture } from '@/lib/upstream/adapters/openai-compatible/images/sniff-picture'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoMediaAccess } from '@/lib/upstream/contract/video-media-access'
import type { VideoCall, VideoMedia } from '@/lib/upstream/contract/video-model'

/** The pictures that a film begins and ends with. */
export type Frames = { first: VideoModelV4File | null; last: VideoModelV4File | null }

/** A task may wait for three days. */
const LINK_TTL_SECONDS = 7 * 24 * 3600
const MOST_BYTES = 20 * 1024 * 1024

/** Reads what the vendor has to be given. Throws `unsupported` for media that none of the packages has a place for. */
export async function readFrames(
  { media, signal }: VideoCall,
  as: 'links' | 'bytes',
  access: VideoMediaAccess,
): Promise<Frames> {
  const other = media.find(({ role }) => role !== 'first_frame' && role !== 'last_frame')
  if (other !== undefined)
    throw new UpstreamError('unsupported', {
      param: 'content',
      message: `This model does not take a ${other.role}.`,
    })
  const read = async (role: 'first_frame' | 'last_frame') => {
    const found = media.find((one) => one.role === role)
    return found === undefined ? null : readFrame(found, as, access, signal)
  }
  return { first: await read('first_frame'), last: await read('last_frame') }
}

/** The picture as an address: its own, or its bytes written into one. */
export function linkOf(file: VideoModelV4File): string {
  if (file.type === 'url') return file.url
  const base64 = typeof file.data === 'string' ? file.data : Buffer.from(file.data).toString('base64')
  return `data:${file.mediaType};base64,${base64}`
}

async function readFrame(
  { source }: VideoMedia,
  as: 'links' | 'bytes',
  access: VideoMediaAccess,
  signal: AbortSignal,
): Promise<VideoModelV4File> {
  if (as === 'links') {
    const link = 'link' in source ? source.link : await access.link(source.objectKey, LINK_TTL_SECONDS)
    if (link !== null) return { type: 'url', url: link }
  }
  const bytes = await access.read(source, { maxBytes: MOST_BYTES, signal })
  const mediaType = sniffPicture(bytes)
  if (mediaType === undefined)
    throw new UpstreamError('rejected', {
      code: 'invalid_input',
      param: 'content',
      message: 'A frame is no picture in PNG, JPEG or WebP.',
    })
  return { type: 'file', mediaType, data: new Uint8Array(bytes) }
}

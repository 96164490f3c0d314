import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { NoRasterPicture, openPicture, sharp } from '@/lib/platform/sharp'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { RenderJob } from './order'

/** A picture of the caller's, turned as its camera was held; RGBA. */
export type Picture = { width: number; height: number; pixels: Buffer }

/** The media of an order, decoded. */
export type Media = { first: Picture | null; last: Picture | null; shown: Picture[] }

/** Rejects with `invalid_input` where one cannot be read. */
export async function readMedia({ media }: RenderJob): Promise<Media> {
  const read: Media = { first: null, last: null, shown: [] }
  for (const { role, bytes } of media) {
    if (role === 'first_frame') read.first = await decodePicture(bytes)
    else if (role === 'last_frame') read.last = await decodePicture(bytes)
    else if (role === 'reference_image') read.shown.push(await decodePicture(bytes))
    else if (role === 'reference_video') read.shown.push(await decodeCover(bytes))
    else await checkSound(bytes)
  }
  return read
}

const MOST_SIDE = 2400

async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  try {
    const opened = await openPicture(bytes)
    const { data, info } = await opened
      .autoOrient()
      .resize(MOST_SIDE, MOST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, pixels: data }
  } catch (cause) {
    const why = `${cause instanceof Error ? cause.message : ''}; PNG, JPEG, WebP, AVIF and GIF are taken`
    throw unreadable('A picture', cause, cause instanceof NoRasterPicture ? why : undefined)
  }
}

/** Films cannot be decoded here: shown is the cover that one carries (films of the sandbox do), else a dark card. */
async function decodeCover(bytes: Uint8Array): Promise<Picture> {
  try {
    const input = new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: ALL_FORMATS })
    const track = await input.getPrimaryVideoTrack()
    if (track === null) throw new Error('no video track')
    const cover = (await input.getMetadataTags()).images?.[0]?.data
    if (cover !== undefined) return await decodePicture(cover)
    const size = {
      width: 320,
      height: Math.max(80, Math.min(640, Math.round((320 * track.displayHeight) / track.displayWidth))),
    }
    const card = sharp({ create: { ...size, channels: 4, background: '#23232e' } })
    return { ...size, pixels: await card.raw().toBuffer() }
  } catch (cause) {
    throw unreadable('A video', cause)
  }
}

/** A sound is taken and not heard: nothing here decodes them. */
async function checkSound(bytes: Uint8Array): Promise<void> {
  const input = new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: ALL_FORMATS })
  const track = await input.getPrimaryAudioTrack().catch(() => null)
  if (track === null) throw unreadable('A sound')
}

function unreadable(what: string, cause?: unknown, why?: string): UpstreamError {
  const message = `${what} in the content cannot be read${why === undefined ? '' : `: ${why}`}.`
  return new UpstreamError('rejected', { code: 'invalid_input', param: 'content', message, cause })
}

import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { sharp } from '@/lib/platform/sharp'
import { decodePicture } from './decode-picture'
import type { Card } from './pictures'
import { unreadable } from './unreadable'

/**
 * A reference film as a card. Its pictures cannot be decoded here; what can be read is how large and long it is, and the
 * cover that it carries (films of the sandbox do). Without a cover the card is a dark one.
 */
export async function readFilm(bytes: Uint8Array): Promise<Card> {
  try {
    const input = new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: ALL_FORMATS })
    const track = await input.getPrimaryVideoTrack()
    if (track === null) throw new Error('no video track')
    const [seconds, tags] = [await input.computeDuration(), await input.getMetadataTags()]
    const [width, height] = [track.displayWidth, track.displayHeight]
    const cover = tags.images?.[0]?.data
    const picture = cover === undefined ? await darkCard(width, height) : await decodePicture(cover)
    return { picture, note: `${width}x${height}  ${seconds.toFixed(1)} s` }
  } catch (cause) {
    throw unreadable('A video', cause)
  }
}

async function darkCard(width: number, height: number): Promise<Card['picture']> {
  const size = { width: 320, height: Math.max(80, Math.min(640, Math.round((320 * height) / width))) }
  const background = '#23232e'
  const pixels = await sharp({ create: { ...size, channels: 3, background } })
    .raw()
    .toBuffer()
  return { ...size, pixels }
}

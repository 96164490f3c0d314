import { sharp } from '@/lib/platform/sharp'
import type { Picture } from './pictures'
import { unreadable } from './unreadable'

const MOST_SIDE = 2400
const MOST_PIXELS = 64_000_000

/** Rejects with `invalid_input` where it is no picture. */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS })
      .rotate()
      .resize(MOST_SIDE, MOST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, pixels: data }
  } catch (cause) {
    throw unreadable('A picture', cause)
  }
}

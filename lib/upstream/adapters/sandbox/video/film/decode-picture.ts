import { NoRasterPicture, openPicture } from '@/lib/platform/sharp'
import type { Picture } from './pictures'
import { unreadable } from './unreadable'

const MOST_SIDE = 2400

/** Rejects with `invalid_input` where it is no picture. */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  try {
    const picture = await openPicture(bytes)
    const { data, info } = await picture
      .rotate()
      .resize(MOST_SIDE, MOST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, pixels: data }
  } catch (cause) {
    const taken = 'PNG, JPEG, WebP, AVIF and GIF are taken'
    throw unreadable(
      'A picture',
      cause,
      cause instanceof NoRasterPicture ? `${cause.message}; ${taken}` : undefined,
    )
  }
}

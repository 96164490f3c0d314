import { openPicture } from '@/lib/platform/sharp'
import type { SourceImage } from '@/lib/upstream/contract/image-model'
import type { PictureSize } from '../picture-size'
import type { Raster } from '../styles/raster'

const LONGEST_SIDE = 3840
const LONGEST_SHORT_SIDE = 2160

/** The size that an edit keeps: the source's own, upright; a larger one is brought down to what can be answered. */
export async function sourceSize({ bytes }: SourceImage): Promise<PictureSize> {
  const { autoOrient } = await (await openPicture(bytes)).metadata()
  const [width, height] = [autoOrient.width, autoOrient.height]
  const scale = Math.min(
    1,
    LONGEST_SIDE / Math.max(width, height),
    LONGEST_SHORT_SIDE / Math.min(width, height),
  )
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The source's pixels in some size; untouched where that is its own. */
export async function readSource({ bytes }: SourceImage, { width, height }: PictureSize): Promise<Raster> {
  const picture = await openPicture(bytes, { ignoreIcc: true })
  const pixels = await picture
    .autoOrient()
    .toColourspace('srgb')
    .resize({ width, height, fit: 'cover' })
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer()
  return { width, height, pixels }
}

/** How opaque a mask is, one byte a pixel. */
export async function readMask({ bytes }: SourceImage, { width, height }: PictureSize): Promise<Buffer> {
  const picture = await openPicture(bytes)
  return picture
    .autoOrient()
    .resize({ width, height, fit: 'cover', kernel: 'nearest' })
    .ensureAlpha()
    .extractChannel(3)
    .raw({ depth: 'uchar' })
    .toBuffer()
}

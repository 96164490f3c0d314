import { openPicture, sharp } from '@/lib/platform/sharp'
import type { SourceImage } from '@/lib/upstream/contract/image-model'
import { mixByMask } from '@/lib/upstream/mix-by-mask'

type Edit = { source: SourceImage; mask: SourceImage | null; width: number; height: number }

const CHANNELS = 4

/**
 * The edited picture where the mask is transparent and exactly the source everywhere else, whatever the upstream did to
 * it; half-transparent pixels are mixed. A picture of another size than its source is left as it is.
 */
export async function keepOutsideMask(edited: Buffer, edit: Edit): Promise<Buffer> {
  const { source, mask, width, height } = edit
  if (mask === null || source.width !== width || source.height !== height) return edited
  const [own, drawn, kept] = await Promise.all([rawOf(source.bytes), rawOf(edited), alphaOf(mask.bytes)])
  if (own.length !== drawn.length || kept.length * CHANNELS !== drawn.length) return edited
  const mixed = mixByMask({ source: own, edited: drawn, kept })
  return sharp(mixed, { raw: { width, height, channels: CHANNELS } })
    .png()
    .toBuffer()
}

/** Four bytes a pixel, turned as it is shown. */
async function rawOf(bytes: Buffer): Promise<Buffer> {
  const picture = await openPicture(bytes)
  return picture.autoOrient().toColourspace('srgb').ensureAlpha().raw().toBuffer()
}

/** How opaque it is, one byte a pixel. */
async function alphaOf(bytes: Buffer): Promise<Buffer> {
  const picture = await openPicture(bytes)
  return picture.autoOrient().ensureAlpha().extractChannel('alpha').raw().toBuffer()
}

import sharp from 'sharp'
import type { SourceImage } from '@/lib/upstream/contract/image-model'

type Edit = { source: SourceImage; mask: SourceImage | null; width: number; height: number }

const CHANNELS = 4

/**
 * The edited picture where the mask is transparent and exactly the source everywhere else, whatever the upstream did to
 * it; half-transparent pixels are mixed. A picture of another size than its source is left as it is.
 */
export async function keepOutsideMask(edited: Buffer, edit: Edit): Promise<Buffer> {
  const { source, mask, width, height } = edit
  if (mask === null || source.width !== width || source.height !== height) return edited
  const [below, above, cut] = await Promise.all([rawOf(source.bytes), rawOf(edited), rawOf(mask.bytes)])
  if (below.length !== above.length || cut.length !== above.length) return edited
  for (let at = 0; at < above.length; at += CHANNELS) {
    const kept = cut[at + 3] ?? 255
    if (kept === 0) continue
    for (let channel = at; channel < at + CHANNELS; channel++) {
      const own = below[channel] ?? 0
      above[channel] =
        kept === 255 ? own : Math.round((own * kept + (above[channel] ?? 0) * (255 - kept)) / 255)
    }
  }
  return sharp(above, { raw: { width, height, channels: CHANNELS } })
    .png()
    .toBuffer()
}

/** Four bytes a pixel, turned as it is shown. */
function rawOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).autoOrient().toColourspace('srgb').ensureAlpha().raw().toBuffer()
}

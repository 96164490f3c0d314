import sharp, { type Sharp } from 'sharp'
import type { SourceImage } from '@/lib/upstream/contract/image-model'
import { type Painting, paintPrompt } from './paint-prompt'

/** The source with the prompt's picture over it; with a mask only where that is transparent. */
export async function editPicture(
  source: SourceImage,
  mask: SourceImage | null,
  painting: Painting,
): Promise<Sharp> {
  const { width, height } = painting.size
  const layer = paintPrompt({ ...painting, background: mask === null ? 'transparent' : 'opaque' })
  const fitted = { width, height, fit: 'fill' } as const
  const cut = mask === null ? [] : [{ input: await sharp(mask.bytes).resize(fitted).png().toBuffer() }]
  const input = await layer
    .ensureAlpha()
    .composite(cut.map((one) => ({ ...one, blend: 'dest-out' as const })))
    .png()
    .toBuffer()
  return sharp(source.bytes).resize(fitted).composite([{ input }])
}

import type { Sharp } from 'sharp'
import { sharp } from '@/lib/platform/sharp'
import { drawPicture, type PictureOptions } from './compose/draw-picture'
import { grain } from './finish/grain'
import { applyStyle } from './styles/apply-style'
import { open } from './styles/raster'

/** A picture composed from the words: equal options give an equal picture. */
export async function paintPrompt(options: PictureOptions): Promise<Sharp> {
  const { art, letters, brief, palette } = drawPicture(options)
  const { width, height } = options.size
  const isOpaque = options.background === 'opaque'
  const layers = [
    ...(options.quality === 'low' || !isOpaque
      ? []
      : [
          grain(
            (options.quality === 'high' ? 46 : 34) * Math.min(1, Math.min(width, height) / 700),
            options.size,
          ),
        ]),
    { input: Buffer.from(letters) },
  ]
  const drawn = sharp(Buffer.from(art))
  if (brief.style === null) return finished(drawn.composite(layers), isOpaque)
  const pixels = await drawn.ensureAlpha().raw().toBuffer()
  const styled = await applyStyle({ width, height, pixels }, brief.style, {
    dark: palette.ink,
    light: palette.paper,
  })
  return finished(open(styled).composite(layers), isOpaque)
}

function finished(picture: Sharp, isOpaque: boolean): Sharp {
  return isOpaque ? picture.removeAlpha() : picture
}

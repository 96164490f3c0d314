import type { Sharp } from 'sharp'
import { sharp } from '@/lib/platform/sharp'
import type { PictureSize } from '../picture-size'

/** The pixels of a picture, on their way from one step to the next: four bytes each, red, green, blue, alpha. */
export type Raster = PictureSize & { pixels: Buffer }

/** As sharp takes it, with its transparency. */
export function open({ pixels, width, height }: Raster): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 4 } })
}

/** As sharp takes it, without its transparency; what is clear counts as white. */
export function openFlat(raster: Raster): Sharp {
  return open(raster).flatten({ background: '#ffffff' })
}

/** Whether nothing of it is clear. */
export function isOpaque({ pixels }: Raster): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false
  return true
}

/** One byte a pixel. */
export async function greyPixels(picture: Sharp): Promise<Buffer> {
  return picture.greyscale().toColourspace('b-w').extractChannel(0).raw().toBuffer()
}

export function openGrey(pixels: Buffer, { width, height }: PictureSize): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 1 } })
}

/** The colours of the one with the alpha of the other. */
export async function withAlphaOf(coloured: Sharp, raster: Raster): Promise<Raster> {
  const { data, info } = await coloured.raw().toBuffer({ resolveWithObject: true })
  const { channels } = info
  const pixels = Buffer.from(raster.pixels)
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2]
  for (let from = 0, to = 0; to < pixels.length; from += channels, to += 4) {
    pixels[to] = data[from] ?? 0
    pixels[to + 1] = data[from + green] ?? 0
    pixels[to + 2] = data[from + blue] ?? 0
  }
  return { ...raster, pixels }
}

import type { Sharp } from 'sharp'
import type { Style } from '../brief/style-words'
import { oklchOf } from '../colour/oklch'
import { greyPixels, openFlat, openGrey, type Raster, withAlphaOf } from './raster'

/** Two inks, for the manners that print with two. */
export type Inks = { dark: string; light: string }

/** A whole picture in another manner. Its transparency stays as it was. */
export async function applyStyle(raster: Raster, style: Style, inks: Inks): Promise<Raster> {
  return withAlphaOf(await manners[style](raster, inks), raster)
}

type Manner = (raster: Raster, inks: Inks) => Sharp | Promise<Sharp>

/** A measure that grows with the picture, so that a manner looks alike in every size. */
const unit = ({ width, height }: Raster) => Math.min(width, height) / 1000

const manners: Record<Style, Manner> = {
  duotone: (raster, { dark, light }) => inked(raster, dark, light),
  blueprint: (raster) => inked(raster, '#123a6b', '#e8f1fb'),
  sepia: (raster) => inked(raster, '#2e1d12', '#f6e6c8'),
  monochrome: (raster) => inked(raster, '#0d0d0e', '#fafaf7'),
  negative: (raster) => openFlat(raster).negate({ alpha: false }),
  blur: (raster) => openFlat(raster).blur(Math.max(1, 12 * unit(raster))),

  /** Dodged by its own blurred negative: what is flat turns to paper, edges to pencil. */
  async sketch(raster) {
    const one = { width: raster.width, height: raster.height, channels: 1 as const }
    const grey = await greyPixels(openFlat(raster))
    const negative = await greyPixels(
      openGrey(grey, raster)
        .negate()
        .blur(Math.max(1, 6 * unit(raster))),
    )
    const drawn = openGrey(grey, raster).composite([{ input: negative, raw: one, blend: 'colour-dodge' }])
    return openGrey(await greyPixels(drawn), raster).linear(1.6, -150)
  },

  async watercolor(raster) {
    // A median costs by the square of its reach, so it runs on a small copy: a brush is no finer than that.
    const side = Math.min(1, 420 / Math.min(raster.width, raster.height))
    const small = { width: Math.round(raster.width * side), height: Math.round(raster.height * side) }
    const { data, info } = await openFlat(raster)
      .resize({ ...small, fit: 'fill' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const washed = await openFlat({ pixels: data, width: info.width, height: info.height })
      .median(3)
      .ensureAlpha()
      .raw()
      .toBuffer()
    return openFlat({ pixels: washed, width: info.width, height: info.height })
      .resize({ width: raster.width, height: raster.height, fit: 'fill', kernel: 'cubic' })
      .modulate({ saturation: 1.2, brightness: 1.04 })
      .sharpen({ sigma: Math.max(1, 2 * unit(raster)), m2: 8 })
  },

  async pixel(raster) {
    const cell = Math.max(2, 12 * unit(raster))
    const [width, height] = [raster.width, raster.height].map((side) => Math.max(1, Math.round(side / cell)))
    const small = { width: width ?? 1, height: height ?? 1 }
    const { data, info } = await openFlat(raster)
      .resize({ ...small, fit: 'fill' })
      .modulate({ saturation: 1.25 })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return openFlat({ pixels: data, width: info.width, height: info.height }).resize({
      width: raster.width,
      height: raster.height,
      fit: 'fill',
      kernel: 'nearest',
    })
  },

  async posterize(raster) {
    const bands = 3
    const vivid = await withAlphaOf(
      openFlat(raster).median(3).modulate({ saturation: 1.7 }).linear(1.15, -12),
      raster,
    )
    const table = Uint8Array.from({ length: 256 }, (_, value) =>
      Math.round((Math.round((value / 255) * bands) / bands) * 255),
    )
    return openFlat({ ...vivid, pixels: vivid.pixels.map((value) => table[value] ?? 0) as Buffer })
  },
}

/** Grey laid on the line between two colours. */
async function inked(raster: Raster, one: string, other: string): Promise<Sharp> {
  const [dark, light] = oklchOf(one).lightness < oklchOf(other).lightness ? [one, other] : [other, one]
  const grey = await greyPixels(openFlat(raster).normalise())
  const from = bytesOf(dark)
  const slopes = bytesOf(light).map((value, at) => (value - (from[at] ?? 0)) / 255)
  const coloured = await withAlphaOf(openGrey(grey, raster), raster)
  return openFlat({ ...coloured, pixels: opaque(coloured.pixels) }).linear(slopes, from)
}

function opaque(pixels: Buffer): Buffer {
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255
  return pixels
}

function bytesOf(hex: string): number[] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

import type { Frame } from './create-frame'

/** The frame as RGB, three bytes a pixel. */
export function toPixels({ width, height, luma, blue, red }: Frame): Buffer {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const half = (y >> 1) * (width >> 1) + (x >> 1)
      const bright = ((luma[y * width + x] ?? 16) - 16) * 1.1644
      const blueness = (blue[half] ?? 128) - 128
      const redness = (red[half] ?? 128) - 128
      pixels[at] = toByte(bright + 1.7927 * redness)
      pixels[at + 1] = toByte(bright - 0.2132 * blueness - 0.5329 * redness)
      pixels[at + 2] = toByte(bright + 2.1124 * blueness)
    }
  }
  return pixels
}

function toByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : Math.round(value)
}

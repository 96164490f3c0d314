import type { PictureSize } from '../picture-size'

/** A part of a picture, in pixels. */
export type Area = { left: number; top: number; width: number; height: number }

/** The smallest box around what a mask leaves open; the whole picture where it leaves nothing open. */
export function maskArea(mask: Buffer, { width, height }: PictureSize): Area {
  let [left, right, top, bottom] = [width, -1, height, -1]
  // Every third row and column: a box need not be finer, and a picture may have eight million pixels.
  for (let y = 0; y < height; y += 3)
    for (let x = 0; x < width; x += 3) {
      if ((mask[y * width + x] ?? 255) > 127) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  if (right < 0) return { left: 0, top: 0, width, height }
  return {
    left,
    top,
    width: Math.max(1, Math.min(width, right + 3) - left),
    height: Math.max(1, Math.min(height, bottom + 3) - top),
  }
}

import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

const BLACK = 16

/** Darker corners, which hold the eye in the middle. The middle itself is left alone, and costs nothing. */
export function hangVignette({ width, height }: Pick<FilmSet, 'width' | 'height'>, strength = 0.3): Prop {
  const shade = new Uint8Array(width * height)
  /** In each row, where the left corner's shade ends; the right one begins as far from the other side. */
  const ends = new Int32Array(height)
  for (let y = 0; y < height; y++) {
    const down = ((y + 0.5) / height) * 2 - 1
    for (let x = 0; x < width / 2; x++) {
      const far = Math.hypot(((x + 0.5) / width) * 2 - 1, down) / Math.SQRT2
      const dark = Math.round(Math.max(0, (far - 0.62) / 0.38) ** 1.7 * strength * 256)
      if (dark === 0) break
      shade[y * width + x] = dark
      ends[y] = x + 1
    }
  }
  return ({ luma }) => {
    for (let y = 0; y < height; y++) {
      const left = y * width
      const right = left + width - 1
      for (let x = 0, end = ends[y] ?? 0; x < end; x++) {
        const rest = 256 - (shade[left + x] ?? 0)
        luma[left + x] = BLACK + ((((luma[left + x] ?? 0) - BLACK) * rest) >> 8)
        luma[right - x] = BLACK + ((((luma[right - x] ?? 0) - BLACK) * rest) >> 8)
      }
    }
  }
}

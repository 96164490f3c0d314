import { mixColours, oklchOf } from './oklch'
import type { Palette } from './palette'

const GREEN = '#4c7d4f'

/** What grows in a picture of these colours: green, and yet of one piece with the rest. */
export function leafOf(palette: Palette): string {
  const { hue, chroma, lightness } = oklchOf(palette.near)
  const isGreen = chroma > 0.025 && Math.abs(((hue + 360) % 360) - 160) < 55
  if (isGreen) return mixColours(palette.near, palette.far, 0.35)
  return mixColours(GREEN, palette.near, lightness < 0.22 ? 0.45 : 0.3)
}

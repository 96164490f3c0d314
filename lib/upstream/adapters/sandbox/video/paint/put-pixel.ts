import type { Canvas } from './canvas'
import type { Rgb } from './ramp'

/** Sets a pixel; `opacity` 0–1. */
export function putPixel(canvas: Canvas, at: number, [red, green, blue]: Rgb, opacity = 1): void {
  const { data } = canvas
  data[at] = red
  data[at + 1] = green
  data[at + 2] = blue
  data[at + 3] = opacity * 255
}

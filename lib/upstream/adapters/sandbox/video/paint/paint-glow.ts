import { type Canvas, createCanvas } from './create-canvas'
import type { Rgb } from './ramp'

/** A soft round light: full in its middle, gone at the edge. `sharpness` 1 is a wide veil, 4 a point. */
export function paintGlow(radius: number, [red, green, blue]: Rgb, sharpness: number): Canvas {
  const canvas = createCanvas(radius * 2, radius * 2)
  const middle = canvas.width / 2 - 0.5
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const far = Math.hypot(x - middle, y - middle) / radius
      if (far >= 1) continue
      const at = (y * canvas.width + x) * 4
      canvas.data[at] = red
      canvas.data[at + 1] = green
      canvas.data[at + 2] = blue
      canvas.data[at + 3] = (1 - far) ** sharpness * 255
    }
  }
  return canvas
}

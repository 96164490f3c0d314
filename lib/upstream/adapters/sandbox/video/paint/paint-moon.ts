import { mixColours } from '../../images/colour/oklch'
import type { Palette } from '../../images/colour/palette'
import { type Canvas, createCanvas } from './create-canvas'
import { noiseOf } from './noise-of'
import { rampOf } from './ramp'

/** A full moon with its seas. */
export function paintMoon(radius: number, palette: Palette): Canvas {
  const canvas = createCanvas(radius * 2 + 2, radius * 2 + 2)
  const tone = rampOf([
    [0, mixColours(palette.light, palette.sky[1], 0.42)],
    [0.5, palette.light],
    [1, palette.light],
  ])
  const noise = noiseOf(11)
  const middle = canvas.width / 2 - 0.5
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const cover = Math.min(1, radius - Math.hypot(x - middle, y - middle) + 0.5)
      if (cover <= 0) continue
      const [red, green, blue] = tone.at(
        noise.planeOctaves((x / radius) * 1.6, (y / radius) * 1.6, 3) * 1.7 - 0.35,
      )
      const at = (y * canvas.width + x) * 4
      canvas.data[at] = red
      canvas.data[at + 1] = green
      canvas.data[at + 2] = blue
      canvas.data[at + 3] = cover * 255
    }
  }
  return canvas
}

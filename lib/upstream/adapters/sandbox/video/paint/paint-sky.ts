import type { Palette } from '../../images/colour/palette'
import { type Canvas, createCanvas } from './create-canvas'
import { noiseOf } from './noise-of'
import { type Rgb, rampOf, rgbOf } from './ramp'

export type SkyLight = {
  /** Where it comes from, in pixels of the canvas. */
  x: number
  y: number
  /** How far its warmth reaches, in pixels. */
  reach: number
  /** 0–1 */
  strength: number
}

/** The air: from the zenith down to the horizon, warmed around the light. A little noise keeps it from showing bands. */
export function paintSky(
  width: number,
  height: number,
  horizon: number,
  palette: Palette,
  light: SkyLight,
): Canvas {
  const canvas = createCanvas(width, height)
  const [zenith, middle, low] = palette.sky
  const air = rampOf([
    [0, zenith],
    [0.5, middle],
    [1, low],
  ])
  const glow = rgbOf(palette.light)
  const noise = noiseOf(7)
  for (let y = 0; y < canvas.height; y++) {
    const colour = air.at(y / horizon)
    for (let x = 0; x < canvas.width; x++) {
      const far = Math.hypot(x - light.x, (y - light.y) * 1.15) / light.reach
      const warmth = far >= 1 ? 0 : light.strength * (1 - far) ** 2.4
      const grain = (noise.plane(x * 0.9, y * 0.9) - 0.5) * 1.6
      warm(canvas, (y * canvas.width + x) * 4, colour, glow, warmth, grain)
    }
  }
  return canvas
}

/** Light on top of the air, so that it never greys it. */
function warm({ data }: Canvas, at: number, colour: Rgb, glow: Rgb, warmth: number, grain: number): void {
  data[at] = screen(colour[0], glow[0] * warmth) + grain
  data[at + 1] = screen(colour[1], glow[1] * warmth) + grain
  data[at + 2] = screen(colour[2], glow[2] * warmth) + grain
  data[at + 3] = 255
}

function screen(below: number, above: number): number {
  return below + above - (below * above) / 255
}

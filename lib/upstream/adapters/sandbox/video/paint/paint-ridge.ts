import { type Canvas, createCanvas } from './create-canvas'
import type { Noise } from './noise-of'
import type { Ramp, Rgb } from './ramp'
import type { RidgeLine } from './ridge-line'

export type RidgeLook = {
  /** From the canvas's upper edge to its lower one. */
  body: Ramp
  /** Sunlit and shaded faces, as on rock and dunes: null for none. */
  relief: { lit: Rgb; strength: number; noise: Noise; wavelength: number; fromLeft: boolean } | null
  /** White above so many pixels under the canvas's upper edge; null for none. */
  snow: { colour: Rgb; line: number; noise: Noise } | null
}

/** Fills from the line down to the canvas's lower edge. */
export function paintRidge(line: RidgeLine, height: number, look: RidgeLook): Canvas {
  const canvas = createCanvas(line.length, height)
  for (let x = 0; x < line.length; x++) {
    const top = canvas.height - (line[x] ?? 0)
    for (let y = Math.max(0, Math.floor(top)); y < canvas.height; y++) {
      const cover = Math.min(1, y + 1 - top)
      const [red, green, blue] = colourAt(line, look, canvas.height, x, y, top)
      const at = (y * canvas.width + x) * 4
      canvas.data[at] = red
      canvas.data[at + 1] = green
      canvas.data[at + 2] = blue
      canvas.data[at + 3] = Math.max(canvas.data[at + 3] ?? 0, cover * 255)
    }
  }
  return canvas
}

function colourAt(line: RidgeLine, look: RidgeLook, height: number, x: number, y: number, top: number): Rgb {
  const under = y - top
  let colour = look.body.at(y / height)
  if (look.relief !== null) colour = mix(colour, look.relief.lit, litShare(line, look.relief, x, under))
  if (look.snow !== null) colour = mix(colour, look.snow.colour, snowShare(look.snow, x, y))
  return colour
}

/** The slope of the edge, read through a shift that wanders with the depth, so that faces run down crookedly. */
function litShare(
  line: RidgeLine,
  { strength, noise, wavelength, fromLeft }: NonNullable<RidgeLook['relief']>,
  x: number,
  under: number,
): number {
  const coarse = noise.plane(x / (wavelength * 0.5), under / (wavelength * 0.22)) - 0.5
  const fine = noise.plane(x / (wavelength * 0.08), under / (wavelength * 0.05)) - 0.5
  const from = Math.round(x + coarse * under * 1.3 + fine * Math.min(under, wavelength * 0.12))
  const reach = Math.max(3, Math.round(wavelength * 0.012 + under * 0.16))
  const last = line.length - 1
  const left = line[Math.min(last, Math.max(0, from - reach))] ?? 0
  const right = line[Math.min(last, Math.max(0, from + reach))] ?? 0
  const slope = ((right - left) / (2 * reach)) * (fromLeft ? 1 : -1)
  const fade = Math.max(0, 1 - under / (wavelength * 0.9))
  return strength * fade * Math.min(1, Math.max(0, slope * 6 + 0.3))
}

function snowShare({ line, noise }: NonNullable<RidgeLook['snow']>, x: number, y: number): number {
  const edge = line + (noise.plane(x / 23, y / 37) - 0.5) * line * 0.9
  return y < edge ? Math.min(0.92, (edge - y) / 9) : 0
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  if (share <= 0) return from
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ]
}

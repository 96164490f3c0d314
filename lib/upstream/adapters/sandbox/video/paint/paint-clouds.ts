import { type Canvas, createCanvas } from './create-canvas'
import { noiseOf } from './noise-of'
import type { Ramp } from './ramp'

export type CloudLook = {
  seed: number
  /** Of one cloud, in pixels. */
  size: number
  /** 0 is a clear sky, 1 closed. */
  cover: number
  /** From the shaded side to the lit one. */
  shade: Ramp
  /** From where it is lit. */
  lightX: -1 | 1
  /** How much thinner they are than wide: 1 is round, 4 a streak. */
  flatness: number
  /** Closed below, with towers on top; else thin at both rims. */
  isBank?: boolean
}

/** A band of clouds that repeats from edge to edge, thin at its upper and lower rim. */
export function paintClouds(width: number, height: number, look: CloudLook): Canvas {
  const canvas = createCanvas(width, height)
  const density = densityOf(canvas, look)
  const step = Math.max(1, Math.round(look.size * 0.06))
  for (let y = 0; y < canvas.height; y++) {
    const down = (y + 0.5) / canvas.height
    const fade = look.isBank ? Math.min(1, down * 6) : Math.sin(Math.PI * down) ** 0.7
    const cover = look.isBank ? look.cover * (0.55 + 1.7 * down) : look.cover
    for (let x = 0; x < canvas.width; x++) {
      const here = density[y * canvas.width + x] ?? 0
      const body = smooth((here - (1 - cover)) / (look.isBank ? 0.1 : 0.2)) * fade
      if (body <= 0.004) continue
      const aside = (x + look.lightX * step + canvas.width) % canvas.width
      const towards = density[Math.max(0, y - step) * canvas.width + aside] ?? 0
      const [red, green, blue] = look.shade.at(0.5 + (here - towards) * 4.2)
      const at = (y * canvas.width + x) * 4
      canvas.data[at] = red
      canvas.data[at + 1] = green
      canvas.data[at + 2] = blue
      canvas.data[at + 3] = body * 255
    }
  }
  return canvas
}

/** Two noises faded into each other across the width, so that the right edge meets the left one. */
function densityOf({ width, height }: Canvas, { seed, size, flatness }: CloudLook): Float32Array {
  const noise = noiseOf(seed)
  const density = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const down = (y * flatness) / size
    for (let x = 0; x < width; x++) {
      const share = x / width
      const here = noise.planeOctaves(x / size, down, 5)
      const wrapped =
        share < 0.75 ? here : mixIn(here, noise.planeOctaves((x - width) / size, down, 5), share)
      density[y * width + x] = wrapped
    }
  }
  return density
}

function mixIn(here: number, other: number, share: number): number {
  const part = smooth((share - 0.75) / 0.25)
  return here + (other - here) * part
}

function smooth(share: number): number {
  const part = Math.min(1, Math.max(0, share))
  return part * part * (3 - 2 * part)
}

import { noiseOf } from '../paint/noise-of'
import { type Rgb, rgbOf } from '../paint/ramp'
import type { Frame } from '../picture/create-frame'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

const RAYS = 2048
/** Every second row and column; its light is soft enough for it. */
const COARSE = 2

/** Curtains of light that fold and wander over the sky. */
export function hangAurora(set: FilmSet, floor: number): Prop {
  const noise = noiseOf(set.random.fork('aurora').whole(0, 1e9))
  const rays = Float32Array.from({ length: RAYS }, (_, at) => 0.35 + 0.65 * noise.lineOctaves(at / 5, 3))
  const curtains = [
    { colour: rgbOf(set.palette.accent), base: 0.62, reach: 0.42, pace: 0.05, seed: 3, power: 0.95 },
    { colour: rgbOf(set.palette.second), base: 0.48, reach: 0.36, pace: -0.04, seed: 17, power: 0.6 },
  ]
  return (frame, { seconds, view }) => {
    for (const { colour, base, reach, pace, seed, power } of curtains) {
      const light = toLight(colour)
      for (let x = 0; x < frame.width; x += COARSE) {
        const place = x / frame.width + view.x * 0.1
        const fold = noise.line(place * 2.2 + seconds * pace + seed) - 0.5
        const bright = noise.line(place * 3 - seconds * pace * 2 + seed * 5)
        const ray = rays[Math.abs(Math.round((place + fold * 0.6) * 900 + seconds * 9)) % RAYS] ?? 0
        const foot = floor * (base + fold * 0.5)
        column(
          frame,
          x,
          foot,
          floor * reach * (0.7 + 0.5 * ray),
          light,
          power * ray * Math.max(0, bright * 1.7 - 0.35),
        )
      }
    }
  }
}

type Light = { luma: number; blue: number; red: number }

function column(frame: Frame, x: number, foot: number, tall: number, light: Light, power: number): void {
  const { width, height, luma, blue, red } = frame
  const from = Math.max(0, Math.floor((foot - tall) / 2) * 2)
  const to = Math.min(height - 1, Math.ceil(foot + tall * 0.1))
  for (let y = from; y < to; y += COARSE) {
    const up = (foot - y) / tall
    const glow = power * (up < 0 ? 1 + up * 10 : Math.max(0, 1 - up) ** 1.5)
    if (glow <= 0.01) continue
    const add = light.luma * glow
    for (let at = y * width + x, row = 0; row < 2; row++, at += width) {
      luma[at] = Math.min(235, (luma[at] ?? 0) + add)
      luma[at + 1] = Math.min(235, (luma[at + 1] ?? 0) + add)
    }
    const half = (y >> 1) * (width >> 1) + (x >> 1)
    blue[half] = clamp((blue[half] ?? 128) + light.blue * glow)
    red[half] = clamp((red[half] ?? 128) + light.red * glow)
  }
}

function toLight([red, green, blue]: Rgb): Light {
  return {
    luma: (0.1826 * red + 0.6142 * green + 0.062 * blue) * 0.62,
    blue: (-0.1006 * red - 0.3386 * green + 0.4392 * blue) * 0.62,
    red: (0.4392 * red - 0.3989 * green - 0.0403 * blue) * 0.62,
  }
}

function clamp(value: number): number {
  return Math.max(16, Math.min(240, value))
}

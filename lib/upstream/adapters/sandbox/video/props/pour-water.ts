import { mixColours } from '../../images/colour/oklch'
import { noiseOf } from '../paint/noise-of'
import { type Rgb, rgbOf } from '../paint/ramp'
import type { Frame } from '../picture/create-frame'
import { seenAt } from '../stage/camera'
import type { FilmSet } from '../stage/film-set'
import type { Moment, Prop } from '../stage/prop'

export type WaterPlan = {
  /** Where it begins, in pixels of the set. */
  line: number
  /** The light whose glitter lies on it; null for none. */
  light: { x: number } | null
  /** 0 a mirror, 1 a sea. */
  roughness: number
}

const RIPPLES = 4096
const LINE_DEPTH = 0.12

type Wave = { ripples: Int16Array; far: [number, number, number]; near: [number, number, number] }

/**
 * Water from its line down to the lower edge: the picture above it upside down, broken into ripples, coloured by its
 * depth, with the glitter of the light. Draw it after what it mirrors.
 */
export function pourWater(set: FilmSet, plan: WaterPlan): Prop {
  const { palette } = set
  const wave: Wave = {
    ripples: ripplesOf(set.random.fork('water').whole(0, 1e9)),
    far: toYuv(rgbOf(mixColours(palette.sky[2], palette.far, 0.45))),
    near: toYuv(rgbOf(mixColours(palette.near, palette.far, 0.28))),
  }
  return (frame, moment) => {
    const line = Math.round(seenAt(moment.view, frame, LINE_DEPTH, 0, plan.line).y)
    const glitterX = plan.light && seenAt(moment.view, frame, 0.06, plan.light.x, 0).x
    for (let y = Math.max(1, line); y < frame.height; y++)
      drawRow(frame, moment, plan, wave, line, y, glitterX)
  }
}

function drawRow(
  frame: Frame,
  { seconds }: Moment,
  { roughness }: WaterPlan,
  wave: Wave,
  line: number,
  y: number,
  glitterX: number | null,
): void {
  const { width, height } = frame
  const under = y - line
  const share = under / Math.max(1, height - line)
  const source = Math.max(0, Math.round(line - 1 - under * 0.86))
  const swing = (2 + share * 26) * (0.3 + roughness) * (height / 720)
  const shift = Math.round(
    swing * (Math.sin(y * 0.31 - seconds * 2.1) * 0.6 + Math.sin(y * 0.083 + seconds * 1.3) * 0.4),
  )
  const body = Math.round(256 * (0.22 + 0.56 * share ** 0.8))
  const tint = wave.far.map((far, at) => far + ((wave.near[at] ?? far) - far) * share ** 0.7)
  const stretch = (1.5 / (0.1 + share)) * (1280 / width)
  const phase = seconds * 190 * (0.4 + share) + 420 * Math.sin(y * 0.9) + y * 57
  const row = {
    stretch: Math.round(stretch * 65536),
    phase: Math.round((((phase % RIPPLES) + RIPPLES) % RIPPLES) * 65536),
    height: Math.round(256 * (0.05 + share * 0.13) * (0.35 + roughness)),
  }
  mirrorLuma(frame, y, source, shift, body, Math.round(tint[0] ?? 0), wave.ripples, row)
  if (glitterX !== null) glitter(frame, y, wave.ripples, row, glitterX, width * (0.016 + share * 0.12))
  if (y % 2 === 1) return
  const half = { width: width >> 1, y: y >> 1, source: source >> 1, shift: shift >> 1 }
  mirrorChroma(frame.blue, half, body, Math.round(tint[1] ?? 0))
  mirrorChroma(frame.red, half, body, Math.round(tint[2] ?? 0))
}

type Row = {
  /** Where the ripples are read for the first column, and how far on for each, 16.16. */
  phase: number
  stretch: number
  /** Of 256. */
  height: number
}

/** The row above the water, moved aside, under the water's own colour and its ripples. */
function mirrorLuma(
  { luma, width }: Frame,
  y: number,
  source: number,
  shift: number,
  body: number,
  tint: number,
  ripples: Int16Array,
  { phase, stretch, height }: Row,
): void {
  const to = y * width
  const from = source * width + shift
  const rest = 256 - body
  const base = tint * body
  const first = Math.max(0, -shift)
  const last = Math.min(width, width - shift)
  for (let x = 0, read = phase; x < width; x++, read = (read + stretch) | 0) {
    const mirrored = luma[from + (x < first ? first : x < last ? x : last - 1)] ?? 16
    const value = (mirrored * rest + base + (ripples[(read >>> 16) & (RIPPLES - 1)] ?? 0) * height) >> 8
    luma[to + x] = Math.max(16, value)
  }
}

/** The light's own way over the water: every high ripple near it throws it back. */
function glitter(
  { luma, width }: Frame,
  y: number,
  ripples: Int16Array,
  { phase, stretch }: Row,
  middle: number,
  spread: number,
): void {
  const first = Math.max(0, Math.round(middle - 2 * spread))
  const last = Math.min(width, Math.round(middle + 2 * spread))
  for (let x = first; x < last; x++) {
    const ripple = ripples[((phase + x * stretch) >>> 16) & (RIPPLES - 1)] ?? 0
    if (ripple <= 30) continue
    const aside = (x - middle) / spread
    const light = (luma[y * width + x] ?? 16) + (ripple - 30) * 2.2 * (1 - (aside * aside) / 4)
    luma[y * width + x] = Math.min(238, light)
  }
}

function mirrorChroma(
  plane: Uint8Array,
  { width, y, source, shift }: { width: number; y: number; source: number; shift: number },
  body: number,
  tint: number,
): void {
  const rest = 256 - body
  const base = tint * body
  const from = source * width + shift
  const first = Math.max(0, -shift)
  const last = Math.min(width, width - shift)
  for (let x = 0; x < width; x++)
    plane[y * width + x] =
      ((plane[from + (x < first ? first : x < last ? x : last - 1)] ?? 128) * rest + base) >> 8
}

/** A row of small waves that meets itself, from -100 to 100. */
function ripplesOf(seed: number): Int16Array {
  const noise = noiseOf(seed)
  return Int16Array.from({ length: RIPPLES }, (_, at) => {
    const share = at / RIPPLES
    const here = noise.lineOctaves(at / 26, 3)
    const there = noise.lineOctaves((at - RIPPLES) / 26, 3)
    return ((here + (there - here) * share ** 8) * 2 - 1) * 100
  })
}

function toYuv([red, green, blue]: Rgb): [number, number, number] {
  return [
    16 + 0.1826 * red + 0.6142 * green + 0.062 * blue,
    128 - 0.1006 * red - 0.3386 * green + 0.4392 * blue,
    128 + 0.4392 * red - 0.3989 * green - 0.0403 * blue,
  ]
}

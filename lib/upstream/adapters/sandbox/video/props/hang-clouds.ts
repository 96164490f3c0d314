import { mixColours } from '../../images/colour/oklch'
import { paintClouds } from '../paint/paint-clouds'
import { rampOf } from '../paint/ramp'
import { toPlaneImage } from '../picture/to-plane-image'
import { drifting } from '../stage/drifting'
import { type FilmSet, isDark } from '../stage/film-set'
import type { Prop } from '../stage/prop'

export type CloudBank = {
  top: number
  height: number
  depth: number
  /** Of one cloud, in pixels. */
  size: number
  cover: number
  flatness?: number
  opacity?: number
  /** Pixels a second. */
  pace: number
  /** From which side they are lit. */
  lightX: -1 | 1
  isBank?: boolean
}

/** Painted at half size: clouds have no edges that would miss the other half. */
const COARSE = 2

/** A bank of clouds that drifts by without end. */
export function hangClouds(set: FilmSet, bank: CloudBank): Prop {
  const { width, random } = set
  const {
    top,
    height,
    depth,
    size,
    cover,
    flatness = 2.6,
    opacity = 0.9,
    pace,
    lightX,
    isBank = false,
  } = bank
  const span = Math.ceil((width * 1.3) / COARSE / 2) * 2
  const image = toPlaneImage(
    paintClouds(span, Math.ceil(height / COARSE), {
      seed: random.fork(`clouds ${top} ${depth}`).whole(0, 1e9),
      size: size / COARSE,
      cover,
      shade: isBank ? bankShadeOf(set) : shadeOf(set),
      isBank,
      lightX,
      flatness,
    }),
    { wraps: true },
  )
  return drifting(image, { top, depth, scale: COARSE, opacity, pace })
}

/** From the side away from the light to the one that it strikes. */
function shadeOf(set: FilmSet) {
  const { palette } = set
  if (isDark(set))
    return rampOf([
      [0, mixColours(palette.sky[0], palette.near, 0.2)],
      [0.5, mixColours(palette.sky[1], palette.far, 0.3)],
      [1, mixColours(palette.sky[1], palette.light, 0.42)],
    ])
  return rampOf([
    [0, mixColours(palette.sky[1], palette.far, 0.5)],
    [0.5, mixColours(palette.sky[2], palette.light, 0.35)],
    [1, mixColours(palette.light, palette.paper, 0.4)],
  ])
}

/** A bank has a body: its valleys lie in the shade. */
function bankShadeOf({ palette }: FilmSet) {
  const valley = mixColours(palette.sky[0], palette.far, 0.35)
  return rampOf([
    [0, valley],
    [0.4, mixColours(valley, palette.sky[2], 0.55)],
    [0.62, mixColours(palette.sky[2], palette.light, 0.5)],
    [1, mixColours(palette.light, palette.paper, 0.5)],
  ])
}

import { mixColours } from '../../images/colour/oklch'
import { noiseOf } from '../paint/noise-of'
import { paintRidge } from '../paint/paint-ridge'
import { rampOf, rgbOf } from '../paint/ramp'
import { duneLine, hillLine, mountainLine, type RidgeLine, withTrees } from '../paint/ridge-line'
import { drawImage } from '../picture/draw-image'
import type { PlaneImage } from '../picture/plane-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { backdrop, marginOf } from '../stage/backdrop'
import { seenAt } from '../stage/camera'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

export type RangePlan = {
  kind: 'mountains' | 'hills' | 'dunes'
  depth: number
  /** The lower edge, in pixels of the set. */
  foot: number
  /** Of the highest summit over the foot. */
  height: number
  /** From summit to summit. */
  wavelength: number
  /** 0 has the colours of the farthest land, 1 of the nearest. */
  tone: number
  /** How much of the air's colour lies over its foot. */
  haze: number
  trees?: { tall: number; density: number; round: boolean }
  hasSnow?: boolean
  /** How far it goes on under its foot, where nothing nearer hides that; a tenth of the unit if left out. */
  below?: number
  isFlat?: boolean
  /** Pixels a second by which it passes to the left, as seen from a car. */
  travel?: number
  /** From which side it is lit. */
  lightX: -1 | 1
  /** Other than the palette's own. */
  colour?: string
}

export type Range = {
  prop: Prop
  /** How high the land stands at an x of the set, in pixels from the top. */
  topAt(x: number): number
}

/** A range of land across the whole set. */
export function hangRange(set: FilmSet, plan: RangePlan): Range {
  const { width } = set
  const { depth, foot, height, tone, haze } = plan
  const random = set.random.fork(`range ${plan.kind} ${depth}`)
  const margin = marginOf(width, depth)
  const below = Math.ceil(plan.below ?? set.unit * 0.1)
  const bare = lineOf(plan)(
    random,
    Math.ceil(width + 2 * margin + (plan.travel ?? 0) * set.seconds),
    height,
    plan.wavelength,
  ).map((high) => high + below)
  const line = plan.trees ? withTrees(bare, random, plan.trees.tall, plan.trees) : bare
  const tall = Math.ceil(Math.max(...line)) + 4
  const colour = plan.colour ?? mixColours(set.palette.far, set.palette.near, tone)
  const canvas = paintRidge(line, tall, {
    body: rampOf([
      [0, colour],
      [1, mixColours(colour, set.palette.sky[2], haze)],
    ]),
    relief: reliefOf(set, plan, colour),
    snow: plan.hasSnow ? snowOf(set, plan, tall) : null,
  })
  const top = foot + below - canvas.height
  return {
    prop: passing(toPlaneImage(canvas), { left: -margin, top, depth }, plan.travel ?? 0),
    topAt: (x) => foot + below - heightOf(bare, x + margin),
  }
}

function passing(
  image: PlaneImage,
  { left, top, depth }: { left: number; top: number; depth: number },
  travel: number,
): Prop {
  if (travel === 0) return backdrop(image, { left, top, depth })
  return (frame, { view, seconds }) =>
    drawImage(frame, image, seenAt(view, frame, depth, left - travel * seconds, Math.round(top / 2) * 2))
}

function lineOf({ kind }: RangePlan) {
  if (kind === 'mountains') return mountainLine
  return kind === 'dunes' ? duneLine : hillLine
}

function heightOf(line: RidgeLine, x: number): number {
  return line[Math.min(line.length - 1, Math.max(0, Math.round(x)))] ?? 0
}

function reliefOf(set: FilmSet, { kind, isFlat, wavelength, lightX, haze }: RangePlan, colour: string) {
  if (kind === 'hills' || isFlat) return null
  return {
    lit: rgbOf(mixColours(colour, set.palette.light, kind === 'dunes' ? 0.4 : 0.55)),
    strength: 0.9 - haze * 0.35,
    noise: noiseOf(set.random.fork(`relief ${wavelength}`).whole(0, 1e9)),
    wavelength,
    fromLeft: lightX < 0,
  }
}

function snowOf({ palette, hour }: FilmSet, { height }: RangePlan, tall: number) {
  const dim = hour === 'night' ? 0.5 : hour === 'dusk' ? 0.3 : 0.06
  return {
    colour: rgbOf(mixColours(palette.paper, palette.far, dim)),
    line: Math.max(tall - height * 0.62, height * 0.24),
    noise: noiseOf(5),
  }
}

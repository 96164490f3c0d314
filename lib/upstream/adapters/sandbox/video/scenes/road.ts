import { mixColours } from '../../images/colour/oklch'
import { castFor } from '../actors/cast'
import { enter } from '../actors/enter'
import { createCanvas } from '../paint/create-canvas'
import { rampOf } from '../paint/ramp'
import { rasterise } from '../paint/rasterise'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { hangRange } from '../props/hang-range'
import { hangHeavens, lightSide } from '../props/heavens'
import { passRoadside } from '../props/pass-roadside'
import { placeLight } from '../props/sky'
import { backdrop, marginOf } from '../stage/backdrop'
import { seenAt } from '../stage/camera'
import { type FilmSet, isDark } from '../stage/film-set'
import type { Prop } from '../stage/prop'
import type { BuildScene } from './scenery'

/** Beside a car on the open road: the nearer a thing, the faster it passes. */
export const road: BuildScene = async (set) => {
  const { width, height, unit } = set
  const horizon = height * 0.58
  const light = placeLight(set, horizon)
  const lightX = lightSide(set, light)
  const dark = isDark(set)
  const cast = castFor(set, ['ground', 'air'])
  const kerb = height * 0.8
  const pass = (
    depth: number,
    foot: number,
    tall: number,
    tone: number,
    travel: number,
    kind: 'mountains' | 'hills',
  ) =>
    hangRange(set, {
      kind,
      depth,
      foot,
      height: tall,
      wavelength: unit * (kind === 'hills' ? 0.7 : 0.6),
      tone,
      haze: 0.55 - tone * 0.5,
      lightX,
      travel: unit * travel,
    }).prop
  const clouds = {
    top: height * 0.02,
    height: height * 0.34,
    depth: 0.1,
    size: unit * 0.32,
    cover: 0.46,
    pace: -unit * 0.02,
  }
  return [
    hangHeavens(set, { horizon, floor: horizon, light, stars: 140, clouds }),
    pass(0.16, horizon + height * 0.02, height * 0.22, 0.05, 0.02, 'mountains'),
    pass(0.3, horizon + height * 0.1, height * 0.15, 0.32, 0.06, 'hills'),
    await passRoadside(set, {
      kind: 'trees',
      foot: height * 0.7,
      depth: 0.45,
      tall: unit * 0.13,
      count: 9,
      pace: unit * 0.2,
      tone: 0.5,
    }),
    pass(0.6, kerb + 2, height * 0.13, 0.62, 0.26, 'hills'),
    ...(await enter(set, cast.air, {
      x: width * 0.4,
      footAt: () => height * 0.34,
      depth: 0.4,
      tall: unit * 0.24,
    })),
    await passRoadside(set, {
      kind: 'posts',
      foot: kerb + 3,
      depth: 0.8,
      tall: unit * 0.26,
      count: 5,
      pace: unit * 0.62,
      tone: 0.86,
    }),
    asphalt(set, kerb),
    await laneMarks(set, height * 0.9, unit * 0.95),
    ...(await enter(set, cast.ground, {
      x: width * 0.46,
      footAt: () => height * 0.945,
      depth: 0.3,
      tall: unit * 0.46,
      dim: dark ? 0.3 : 0.04,
      hasShadow: true,
      stays: true,
    })),
    await passRoadside(set, {
      kind: 'grass',
      foot: height * 1.03,
      depth: 1.2,
      tall: unit * 0.12,
      count: 16,
      pace: unit * 1.5,
      tone: 1,
    }),
  ]
}

function asphalt(set: FilmSet, top: number): Prop {
  const { width, height, palette } = set
  const margin = marginOf(width, 0.9)
  const canvas = createCanvas(width + 2 * margin, height * 1.06 - top)
  const grey = mixColours(mixColours(palette.near, palette.ink, 0.45), '#6b6b74', 0.25)
  const ramp = rampOf([
    [0, mixColours(grey, palette.light, 0.34)],
    [0.03, mixColours(grey, palette.light, 0.3)],
    [0.05, mixColours(grey, palette.sky[2], 0.12)],
    [1, mixColours(grey, palette.ink, 0.3)],
  ])
  for (let y = 0; y < canvas.height; y++) {
    const [red, green, blue] = ramp.at(y / canvas.height)
    for (let x = 0; x < canvas.width; x++)
      canvas.data.set([red, green, blue, 255], (y * canvas.width + x) * 4)
  }
  return backdrop(toPlaneImage(canvas), { left: -margin, top, depth: 0.9 })
}

async function laneMarks({ width, unit, palette }: FilmSet, y: number, pace: number): Promise<Prop> {
  const long = unit * 0.2
  const dash = `<path d="M6 0H100L94 10H0Z" fill="${mixColours(palette.paper, palette.accent, 0.12)}" fill-opacity=".85"/>`
  const image = toPlaneImage(await rasterise(dash, [100, 10], long, unit * 0.012))
  const gap = unit * 0.46
  return (frame, { view, seconds }) => {
    const shift = (((pace * seconds) % gap) + gap) % gap
    for (let x = -gap - shift; x < width + gap; x += gap)
      drawImage(frame, image, seenAt(view, frame, 0.9, x, y))
  }
}

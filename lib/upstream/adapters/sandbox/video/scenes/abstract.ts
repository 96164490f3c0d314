import { mixColours } from '../../images/colour/oklch'
import { castFor } from '../actors/cast'
import { enter } from '../actors/enter'
import { createCanvas } from '../paint/create-canvas'
import { paintGlow } from '../paint/paint-glow'
import { rampOf, rgbOf } from '../paint/ramp'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { floatMotes } from '../props/float-motes'
import { backdrop } from '../stage/backdrop'
import { seenAt } from '../stage/camera'
import { drifting } from '../stage/drifting'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'
import type { BuildScene } from './scenery'

const RIBBONS = 6

/** No place at all: ribbons of colour that flow over one another, discs that rise behind them. */
export const abstract: BuildScene = async (set) => {
  const { width, height, unit, palette } = set
  const cast = castFor(set, ['ground', 'air'])
  const ribbons = Array.from({ length: RIBBONS }, (_, rank) => ribbon(set, rank))
  return [
    ground(set),
    ...discs(set),
    ...ribbons.slice(0, 4),
    ...(await enter(set, [...cast.air, ...cast.ground], {
      x: width / 2,
      footAt: () => height * 0.74,
      depth: 0.7,
      tall: unit * 0.44,
    })),
    ...ribbons.slice(4),
    floatMotes(set, {
      count: 40,
      size: 0.008,
      colour: palette.paper,
      rise: 0.02,
      from: 0,
      to: 1,
      twinkle: 0.8,
    }),
  ]
}

function ground({ width, height, palette }: FilmSet): Prop {
  const canvas = createCanvas(width * 1.06, height * 1.06)
  const ramp = rampOf([
    [0, palette.sky[0]],
    [0.5, palette.sky[1]],
    [1, palette.sky[2]],
  ])
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const [red, green, blue] = ramp.at((y / canvas.height) * 0.8 + (x / canvas.width) * 0.2)
      canvas.data.set([red, green, blue, 255], (y * canvas.width + x) * 4)
    }
  }
  return backdrop(toPlaneImage(canvas), { left: -width * 0.03, top: -height * 0.03, depth: 0.05 })
}

function discs(set: FilmSet): Prop[] {
  const { width, height, unit, palette } = set
  const random = set.random.fork('discs')
  return [palette.light, palette.accent, palette.second].map((colour, rank): Prop => {
    const radius = unit * (0.26 - rank * 0.07)
    const image = toPlaneImage(paintGlow(radius, rgbOf(colour), 0.06))
    const x = width * random.between(0.2, 0.8)
    const y = height * random.between(0.24, 0.52)
    const depth = 0.1 + rank * 0.12
    return (frame, { view, seconds }) => {
      const place = seenAt(
        view,
        frame,
        depth,
        x + Math.sin(seconds * 0.5 + rank * 2) * unit * 0.05,
        y - seconds * unit * 0.012 * (rank + 1),
      )
      drawImage(frame, image, {
        x: place.x - radius * place.scale,
        y: place.y - radius * place.scale,
        scale: place.scale,
        opacity: 0.94,
      })
    }
  })
}

/** One after the other is darker, nearer, and goes the other way. */
function ribbon(set: FilmSet, rank: number): Prop {
  const { height, unit, palette } = set
  const random = set.random.fork(`ribbon ${rank}`)
  const share = rank / (RIBBONS - 1)
  const width = Math.ceil((set.width * 1.25) / 2) * 2
  const swing = unit * (0.1 + 0.05 * share)
  const canvas = createCanvas(width, swing * 2 + height * 0.2)
  const hue = rank % 3 === 1 ? palette.second : rank % 3 === 2 ? palette.far : palette.accent
  const colour = mixColours(hue, palette.near, share * 0.86)
  const ramp = rampOf([
    [0, mixColours(colour, palette.light, 0.34)],
    [0.12, colour],
    [1, mixColours(colour, palette.near, 0.4)],
  ])
  const phase = random.between(0, 7)
  for (let x = 0; x < width; x++) {
    const angle = (x / width) * 2 * Math.PI
    const top =
      swing * (1 + 0.62 * Math.sin(angle * (1 + (rank % 2)) + phase) + 0.36 * Math.sin(angle * 3 + phase * 2))
    for (let y = Math.max(0, Math.floor(top)); y < canvas.height; y++) {
      const [red, green, blue] = ramp.at((y - top) / (canvas.height - top))
      canvas.data.set([red, green, blue, Math.min(1, y + 1 - top) * 255], (y * width + x) * 4)
    }
  }
  return drifting(toPlaneImage(canvas, { wraps: true }), {
    top: height * (0.3 + share * 0.5) - swing,
    depth: 0.3 + share * 0.9,
    pace: unit * (0.03 + 0.05 * share) * (rank % 2 === 0 ? 1 : -1),
    bob: (seconds) => Math.sin(seconds * 0.8 + rank * 1.3) * unit * 0.02,
  })
}

import { mixColours } from '../../images/colour/oklch'
import { createCanvas } from '../paint/create-canvas'
import { rampOf, rgbOf } from '../paint/ramp'
import { toPlaneImage } from '../picture/to-plane-image'
import { drifting } from '../stage/drifting'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

export type SwellPlan = {
  y: number
  height: number
  depth: number
  tone: number
  pace: number
  opacity?: number
}

/** A long wave with a bright crest, rolling by. */
export function rollSwell(set: FilmSet, plan: SwellPlan): Prop {
  const { palette, unit } = set
  const random = set.random.fork(`swell ${plan.y}`)
  const width = Math.ceil((set.width * 1.2) / 2) * 2
  const canvas = createCanvas(width, plan.height + unit * 0.09)
  const water = mixColours(mixColours(palette.far, palette.near, plan.tone), palette.second, 0.12)
  const body = rampOf([
    [0, mixColours(water, palette.sky[2], 0.38)],
    [0.25, water],
    [1, mixColours(water, palette.near, 0.4)],
  ])
  const crest = rgbOf(mixColours(palette.paper, palette.sky[2], 0.3))
  const waves = [3, 5, 8].map((cycles, rank) => ({
    cycles,
    phase: random.between(0, 7),
    reach: 1 / (1 + rank),
  }))
  for (let x = 0; x < width; x++) {
    const angle = (x / width) * 2 * Math.PI
    const sum = waves.reduce(
      (total, { cycles, phase, reach }) => total + reach * Math.sin(angle * cycles + phase),
      0,
    )
    const top = (0.5 - sum / 3.7) * plan.height + 2
    const foam = 1.2 + Math.max(0, sum) * unit * 0.003
    for (let y = Math.floor(top); y < canvas.height; y++) {
      const under = y - top
      const [red, green, blue] = under < foam ? crest : body.at(under / (canvas.height - top))
      const at = (y * width + x) * 4
      canvas.data[at] = red
      canvas.data[at + 1] = green
      canvas.data[at + 2] = blue
      canvas.data[at + 3] = Math.min(1, under + 1) * 255 * Math.min(1, (canvas.height - y) / (unit * 0.05))
    }
  }
  const bob = (seconds: number) => Math.sin(seconds * 1.1 + plan.y) * plan.height * 0.16
  return drifting(toPlaneImage(canvas, { wraps: true }), {
    top: plan.y,
    depth: plan.depth,
    pace: plan.pace,
    bob,
    opacity: plan.opacity ?? 1,
  })
}

import { paintClouds } from '../paint/paint-clouds'
import { rampOf } from '../paint/ramp'
import { toPlaneImage } from '../picture/to-plane-image'
import { drifting } from '../stage/drifting'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

const COARSE = 4

/** Mist that creeps along, in the colour of the air over the horizon. */
export function hangMist(
  set: FilmSet,
  plan: { y: number; height: number; depth: number; density: number },
): Prop {
  const { width, unit, palette, random } = set
  const span = Math.ceil((width * 1.4) / COARSE / 2) * 2
  const image = toPlaneImage(
    paintClouds(span, Math.ceil(plan.height / COARSE), {
      seed: random.fork(`mist ${plan.y}`).whole(0, 1e9),
      size: (unit * 0.34) / COARSE,
      cover: 0.62,
      shade: rampOf([
        [0, palette.sky[2]],
        [1, palette.sky[2]],
      ]),
      lightX: 1,
      flatness: 5,
    }),
    { wraps: true },
  )
  const pace = unit * 0.016 * (plan.depth + 0.3)
  return drifting(image, { top: plan.y, depth: plan.depth, scale: COARSE, opacity: plan.density, pace })
}

import { mixColours } from '../../images/colour/oklch'
import { castFor } from '../actors/cast'
import { enter } from '../actors/enter'
import { createCanvas } from '../paint/create-canvas'
import { rampOf } from '../paint/ramp'
import { toPlaneImage } from '../picture/to-plane-image'
import { castRays } from '../props/cast-rays'
import { floatBubbles } from '../props/float-bubbles'
import { floatMotes } from '../props/float-motes'
import { growSeaweed } from '../props/grow-seaweed'
import { hangRange } from '../props/hang-range'
import { schoolFish } from '../props/school-fish'
import { backdrop, marginOf } from '../stage/backdrop'
import type { FilmSet } from '../stage/film-set'
import { held } from '../stage/held'
import type { Prop } from '../stage/prop'
import type { BuildScene } from './scenery'

/** Blue down to the bottom: light from above, weed in the current, a school that passes. */
export const underwater: BuildScene = async (set) => {
  const { width, height, unit, palette } = set
  const cast = castFor(set, ['deep', 'ground'])
  const reef = (depth: number, foot: number, tall: number, tone: number) =>
    hangRange(set, {
      kind: 'hills',
      depth,
      foot,
      height: tall,
      wavelength: unit * (0.3 + depth * 0.5),
      tone,
      haze: 0.1,
      lightX: 1,
    })
  const near = reef(1, height * 1.04, height * 0.2, 0.95)
  return [
    held([
      depths(set),
      castRays(set, {
        from: { x: width * 0.42, y: -height * 0.5 },
        reach: height * 1.7,
        power: 0.4,
        narrow: 15,
        colour: mixColours(palette.sky[2], palette.paper, 0.5),
      }),
      reef(0.2, height * 0.88, height * 0.22, 0.3).prop,
    ]),
    await schoolFish(set, {
      count: 24,
      y: height * 0.36,
      depth: 0.3,
      size: 0.03,
      colour: mixColours(palette.far, palette.near, 0.5),
      pace: 0.07,
    }),
    reef(0.42, height * 0.96, height * 0.2, 0.55).prop,
    ...(await growSeaweed(set, {
      foot: height * 0.96,
      depth: 0.6,
      tall: height * 0.3,
      count: 9,
      tone: 0.62,
    })),
    ...(await enter(set, cast.deep, {
      x: width * 0.42,
      footAt: () => height * 0.66,
      depth: 0.7,
      tall: unit * 0.36,
    })),
    await schoolFish(set, {
      count: 9,
      y: height * 0.58,
      depth: 0.8,
      size: 0.05,
      colour: palette.accent,
      pace: -0.11,
    }),
    near.prop,
    ...(await enter(set, cast.ground, {
      x: width * 0.5,
      footAt: (x) => near.topAt(x) + height * 0.04,
      depth: 1,
      tall: unit * 0.28,
      dim: 0.2,
    })),
    ...(await growSeaweed(set, {
      foot: height * 1.03,
      depth: 1.2,
      tall: height * 0.46,
      count: 6,
      tone: 0.98,
    })),
    ...(await floatBubbles(set, 42)),
    floatMotes(set, {
      count: 60,
      size: 0.005,
      colour: mixColours(palette.sky[2], palette.paper, 0.6),
      rise: -0.006,
      from: 0,
      to: 1,
      twinkle: 0.6,
    }),
  ]
}

function depths({ width, height, palette }: FilmSet): Prop {
  const margin = marginOf(width, 0.05)
  const canvas = createCanvas(width + 2 * margin, height + 2 * margin)
  const ramp = rampOf([
    [0, mixColours(palette.sky[2], palette.far, 0.2)],
    [0.16, mixColours(palette.sky[1], palette.far, 0.5)],
    [0.55, palette.far],
    [1, mixColours(palette.far, palette.near, 0.75)],
  ])
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const aside = Math.abs(x / canvas.width - 0.42)
      const [red, green, blue] = ramp.at(y / canvas.height + aside * 0.16)
      canvas.data.set([red, green, blue, 255], (y * canvas.width + x) * 4)
    }
  }
  return backdrop(toPlaneImage(canvas), { left: -margin, top: -margin, depth: 0.05 })
}

import { mixColours } from '../../images/colour/oklch'
import { castFor } from '../actors/cast'
import { enter } from '../actors/enter'
import { paintSky } from '../paint/paint-sky'
import { paintTrunks } from '../paint/paint-trunks'
import { rampOf, rgbOf } from '../paint/ramp'
import { toPlaneImage } from '../picture/to-plane-image'
import { castRays } from '../props/cast-rays'
import { floatMotes } from '../props/float-motes'
import { hangMist } from '../props/hang-mist'
import { backdrop, marginOf } from '../stage/backdrop'
import { type FilmSet, isDark } from '../stage/film-set'
import { held } from '../stage/held'
import type { Prop } from '../stage/prop'
import type { BuildScene } from './scenery'

/** Trunks behind trunks into the light, shafts of it through the leaves. */
export const forest: BuildScene = async (set) => {
  const { width, height, unit, palette } = set
  const dark = isDark(set)
  const lightX = set.random.fork('light').chance(0.5) ? 1 : -1
  const glow = { x: width * (0.5 + lightX * 0.16), y: height * 0.4 }
  const cast = castFor(set, ['ground', 'air'])
  const margin = marginOf(width, 0.1)
  const air = paintSky(
    width + 2 * margin,
    height * 0.92,
    height * 0.7,
    {
      ...palette,
      sky: [
        mixColours(palette.sky[1], palette.far, 0.4),
        palette.sky[2],
        mixColours(palette.sky[2], palette.light, 0.4),
      ],
    },
    { x: glow.x + margin, y: glow.y, reach: unit * 0.9, strength: dark ? 0.3 : 0.8 },
  )
  return [
    held([
      backdrop(toPlaneImage(air), { left: -margin, top: 0, depth: 0.1 }),
      trees(set, {
        depth: 0.2,
        tone: 0.12,
        haze: 0.6,
        count: 17,
        thin: 0.012,
        thick: 0.024,
        ground: 0.72,
        lightX,
      }),
      hangMist(set, { y: height * 0.5, height: height * 0.24, depth: 0.25, density: 0.6 }),
      castRays(set, {
        from: { x: width * (0.5 + lightX * 0.42), y: -height * 0.25 },
        reach: Math.hypot(width, height) * 0.95,
        power: dark ? 0.14 : 0.4,
        narrow: 11,
        colour: palette.light,
      }),
    ]),
    trees(set, {
      depth: 0.38,
      tone: 0.36,
      haze: 0.4,
      count: 11,
      thin: 0.024,
      thick: 0.044,
      ground: 0.77,
      lightX,
    }),
    hangMist(set, { y: height * 0.6, height: height * 0.2, depth: 0.45, density: 0.5 }),
    trees(set, {
      depth: 0.66,
      tone: 0.64,
      haze: 0.16,
      count: 7,
      thin: 0.045,
      thick: 0.075,
      ground: 0.84,
      lightX,
    }),
    ...(await enter(set, cast.air, {
      x: width * 0.44,
      footAt: () => height * 0.46,
      depth: 0.7,
      tall: unit * 0.26,
    })),
    ...(await enter(set, cast.ground, {
      x: width * (0.5 - lightX * 0.06),
      footAt: () => height * 0.91,
      depth: 0.9,
      tall: unit * 0.36,
      dim: dark ? 0.35 : 0.06,
      hasShadow: true,
    })),
    floatMotes(set, {
      count: 60,
      size: 0.008,
      colour: palette.light,
      rise: 0.008,
      from: 0.1,
      to: 1,
      twinkle: 0.8,
    }),
    trees(set, { depth: 1.25, tone: 0.98, haze: 0, count: 4, thin: 0.1, thick: 0.15, ground: 0.98, lightX }),
  ]
}

type Row = {
  depth: number
  tone: number
  haze: number
  count: number
  thin: number
  thick: number
  ground: number
  lightX: -1 | 1
}

function trees(set: FilmSet, { depth, tone, haze, count, thin, thick, ground, lightX }: Row): Prop {
  const { width, height, unit, palette } = set
  const margin = marginOf(width, depth)
  const colour = mixColours(palette.far, palette.near, tone)
  const airy = mixColours(colour, palette.sky[2], haze)
  const share = (width + 2 * margin) / unit / 1.78
  const canvas = paintTrunks(set.random.fork(`trunks ${depth}`), width + 2 * margin, height * 1.12, {
    count: Math.max(2, Math.round(count * share)),
    thin: unit * thin,
    thick: unit * thick,
    body: rampOf([
      [0, mixColours(colour, palette.near, 0.25)],
      [0.55, mixColours(colour, airy, 0.5)],
      [0.8, airy],
      [1, mixColours(airy, palette.near, 0.3)],
    ]),
    lit: rgbOf(mixColours(colour, palette.light, 0.7)),
    lightX,
    clearing: depth > 0.6 ? 0.36 + depth * 0.1 : 0,
    crown: height * (0.14 + 0.1 * depth),
    ground: height * (ground + 0.06),
  })
  return backdrop(toPlaneImage(canvas), { left: -margin, top: -height * 0.06, depth })
}

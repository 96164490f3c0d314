import { leafOf } from '../../images/colour/leaf-of'
import { mixColours } from '../../images/colour/oklch'
import { castFor } from '../actors/cast'
import { enter } from '../actors/enter'
import { growFlowers } from '../props/grow-flowers'
import { hangRange } from '../props/hang-range'
import { hangHeavens, lightSide } from '../props/heavens'
import { releaseBirds } from '../props/release-birds'
import { placeLight } from '../props/sky'
import { isDark } from '../stage/film-set'
import type { BuildScene } from './scenery'

/** Rolling hills under a wide sky, flowers in front. */
export const meadow: BuildScene = async (set) => {
  const { width, height, unit, palette } = set
  const horizon = height * 0.58
  const light = placeLight(set, horizon)
  const lightX = lightSide(set, light)
  const dark = isDark(set)
  const cast = castFor(set, ['ground', 'air'])
  const green = mixColours(leafOf(palette), palette.far, 0.2)
  const hill = (depth: number, foot: number, tall: number, tone: number, trees: number) =>
    hangRange(set, {
      kind: 'hills',
      depth,
      foot,
      height: tall,
      wavelength: width * (0.28 + depth * 0.3),
      tone,
      haze: 0.32 - depth * 0.28,
      lightX,
      colour: mixColours(mixColours(palette.far, green, 0.35 + tone * 0.5), palette.near, tone ** 2 * 0.62),
      ...(trees > 0 && { trees: { tall: unit * trees, density: 0.36, round: true } }),
    })
  const hills = [
    hill(0.14, horizon + height * 0.02, height * 0.2, 0.05, 0),
    hill(0.26, horizon + height * 0.08, height * 0.17, 0.28, 0.03),
    hill(0.42, horizon + height * 0.17, height * 0.17, 0.5, 0.05),
    hill(0.66, horizon + height * 0.3, height * 0.19, 0.7, 0.085),
  ]
  const [farHill, ...nearer] = hills
  const clouds = {
    top: -height * 0.02,
    height: height * 0.4,
    depth: 0.1,
    size: unit * 0.34,
    cover: 0.5,
    flatness: 2,
    pace: unit * 0.016,
  }
  const near = hill(1, height * 1.03, height * 0.27, 0.95, 0)
  return [
    hangHeavens(set, {
      horizon,
      floor: horizon + height * 0.02,
      light,
      stars: 140,
      clouds,
      ...(farHill && { land: [farHill.prop] }),
    }),
    ...(await enter(set, cast.air, {
      x: width * (0.5 - lightX * 0.12),
      footAt: () => height * 0.36,
      depth: 0.3,
      tall: unit * 0.26,
    })),
    ...nearer.map(({ prop }) => prop),
    ...(cast.air.length === 0
      ? [
          await releaseBirds(set, {
            count: 4,
            y: height * 0.26,
            depth: 0.25,
            size: 0.028,
            colour: mixColours(palette.near, palette.far, 0.2),
            toRight: lightX < 0,
          }),
        ]
      : []),
    near.prop,
    ...(await growFlowers(set, {
      footAt: near.topAt,
      from: 0.02,
      to: 0.16,
      depth: 1,
      tall: unit * 0.075,
      count: 90,
    })),
    ...(await enter(set, cast.ground, {
      x: width * (0.5 + lightX * 0.08),
      footAt: (x) => near.topAt(x) + height * 0.06,
      depth: 1,
      tall: unit * 0.32,
      dim: dark ? 0.35 : 0.05,
      hasShadow: true,
    })),
    ...(await growFlowers(set, {
      footAt: (x) => near.topAt(x) + height * 0.17,
      from: 0,
      to: 0.12,
      depth: 1.25,
      tall: unit * 0.16,
      count: 34,
    })),
  ]
}

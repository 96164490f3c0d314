import { mixColours } from '../../images/colour/oklch'
import { castFor } from '../actors/cast'
import { enter } from '../actors/enter'
import { hangMist } from '../props/hang-mist'
import { hangRange, type RangePlan } from '../props/hang-range'
import { hangHeavens, lightSide } from '../props/heavens'
import { pourWater } from '../props/pour-water'
import { releaseBirds } from '../props/release-birds'
import { placeLight } from '../props/sky'
import { isDark } from '../stage/film-set'
import type { BuildScene } from './scenery'

/** Ranges behind ranges over a lake, mist between them, pines in front. */
export const mountains: BuildScene = async (set) => {
  const { width, height, unit, palette, brief } = set
  const horizon = height * 0.56
  const light = placeLight(set, horizon)
  const lightX = lightSide(set, light)
  const dark = isDark(set)
  const isCold = brief.weather === 'snow' || brief.palette === 'winter' || brief.palette === 'aurora'
  const cast = castFor(set, ['ground', 'air', 'water'])
  const range = (plan: Pick<RangePlan, 'depth' | 'foot' | 'height' | 'tone'> & Partial<RangePlan>) =>
    hangRange(set, { kind: 'mountains', wavelength: unit * 0.72, haze: 0.6, lightX, below: 0, ...plan })
  const far = range({ depth: 0.16, foot: horizon, height: height * 0.34, tone: 0, hasSnow: true })
  const middle = range({
    depth: 0.26,
    foot: horizon + height * 0.01,
    height: height * 0.17,
    tone: 0.25,
    wavelength: unit * 0.5,
    hasSnow: isCold,
  })
  const wood = range({
    kind: 'hills',
    depth: 0.34,
    foot: horizon + height * 0.012,
    height: height * 0.05,
    tone: 0.5,
    haze: 0.3,
    trees: { tall: unit * 0.05, density: 0.75, round: false },
  })
  const shore = range({
    kind: 'hills',
    depth: 0.95,
    foot: height * 1.04,
    height: height * 0.24,
    tone: 0.92,
    haze: 0.04,
    wavelength: width * 0.6,
    ...(isCold
      ? { colour: mixColours(palette.paper, palette.near, dark ? 0.6 : 0.24) }
      : { trees: { tall: unit * 0.09, density: 0.42, round: false } }),
  })
  const clouds = {
    top: height * 0.02,
    height: height * 0.34,
    depth: 0.1,
    size: unit * 0.3,
    cover: 0.47,
    pace: unit * 0.012,
  }
  const mist = hangMist(set, { y: horizon - height * 0.13, height: height * 0.12, depth: 0.2, density: 0.5 })
  const birds = { count: 5, y: height * 0.27, depth: 0.2, size: 0.026, toRight: lightX < 0 }
  return [
    hangHeavens(set, {
      horizon,
      floor: horizon,
      light,
      stars: 150,
      clouds,
      land: [far.prop, mist, middle.prop],
    }),
    ...(await enter(set, cast.air, {
      x: width * (0.5 - lightX * 0.14),
      footAt: () => height * 0.36,
      depth: 0.3,
      tall: unit * 0.26,
    })),
    wood.prop,
    pourWater(set, { line: horizon + height * 0.008, light, roughness: 0.25 }),
    ...(await enter(set, cast.water, {
      x: width * 0.44,
      footAt: () => height * 0.74,
      depth: 0.5,
      tall: unit * 0.22,
      dim: dark ? 0.3 : 0,
    })),
    ...(cast.air.length > 0
      ? []
      : [await releaseBirds(set, { ...birds, colour: mixColours(palette.near, palette.far, 0.25) })]),
    shore.prop,
    ...(await enter(set, cast.ground, {
      x: width * (0.5 - lightX * 0.1),
      footAt: (x) => shore.topAt(x) + height * 0.05,
      depth: 0.97,
      tall: unit * 0.3,
      dim: dark ? 0.3 : 0.08,
      hasShadow: true,
    })),
  ]
}

import { mixColours } from '../../images/colour/oklch'
import { castFor } from '../actors/cast'
import { enter } from '../actors/enter'
import { hangRange } from '../props/hang-range'
import { hangHeavens, lightSide } from '../props/heavens'
import { pourWater } from '../props/pour-water'
import { releaseBirds } from '../props/release-birds'
import { rollSwell } from '../props/roll-swell'
import { placeLight } from '../props/sky'
import { isDark } from '../stage/film-set'
import type { BuildScene } from './scenery'

/** Open water to the horizon, an island far off, swell in front. */
export const sea: BuildScene = async (set) => {
  const { width, height, unit, palette, hour } = set
  const horizon = height * 0.52
  const light = placeLight(set, horizon)
  const lightX = lightSide(set, light)
  const dark = isDark(set)
  const cast = castFor(set, ['water', 'air', 'ground'])
  const island = hangRange(set, {
    kind: 'mountains',
    depth: 0.16,
    foot: horizon + 2,
    height: height * 0.11,
    wavelength: unit * 0.6,
    tone: 0.18,
    haze: 0.5,
    lightX,
    isFlat: true,
    below: 0,
  })
  const cliffs = hangRange(set, {
    kind: 'hills',
    depth: 0.34,
    foot: horizon + height * 0.045,
    height: height * 0.1,
    wavelength: width * 0.5,
    tone: 0.55,
    haze: 0.2,
    lightX,
    below: 0,
  })
  const stormy = set.brief.weather === 'lightning' || set.brief.palette === 'storm'
  const rough = stormy ? 1.4 : 1
  const clouds = {
    top: height * 0.01,
    height: height * 0.4,
    depth: 0.1,
    size: unit * 0.4,
    cover: stormy ? 0.66 : 0.48,
    pace: unit * 0.014,
  }
  return [
    hangHeavens(set, { horizon, floor: horizon, light, stars: 150, clouds, land: [island.prop] }),
    ...(await enter(set, cast.air, {
      x: width * (0.5 - lightX * 0.12),
      footAt: () => height * 0.34,
      depth: 0.3,
      tall: unit * 0.26,
    })),
    ...(cast.ground.length > 0 ? [cliffs.prop] : []),
    ...(await enter(set, cast.ground, {
      x: width * (0.5 - lightX * 0.2),
      footAt: (x) => cliffs.topAt(x) + 4,
      depth: 0.34,
      tall: unit * 0.2,
      dim: dark ? 0.4 : 0.12,
    })),
    pourWater(set, { line: horizon, light: hour === 'day' ? null : light, roughness: rough }),
    rollSwell(set, {
      y: height * 0.6,
      height: unit * 0.02,
      depth: 0.4,
      tone: 0.35,
      pace: -unit * 0.02,
      opacity: 0.5,
    }),
    ...(await enter(set, cast.water, {
      x: width * (0.5 - lightX * 0.06),
      footAt: () => height * 0.725,
      depth: 0.6,
      tall: unit * 0.34,
      dim: dark ? 0.3 : 0.04,
    })),
    await releaseBirds(set, {
      count: 5,
      y: height * 0.3,
      depth: 0.3,
      size: 0.03,
      colour: mixColours(palette.near, palette.paper, dark ? 0.2 : 0.45),
      toRight: lightX < 0,
    }),
    rollSwell(set, {
      y: height * 0.7,
      height: unit * 0.045 * rough,
      depth: 0.62,
      tone: 0.5,
      pace: unit * 0.035,
      opacity: 1,
    }),
    rollSwell(set, {
      y: height * 0.8,
      height: unit * 0.06 * rough,
      depth: 0.9,
      tone: 0.7,
      pace: -unit * 0.05,
      opacity: 1,
    }),
    rollSwell(set, {
      y: height * 0.9,
      height: unit * 0.085 * rough,
      depth: 1.3,
      tone: 0.9,
      pace: unit * 0.085,
    }),
  ]
}

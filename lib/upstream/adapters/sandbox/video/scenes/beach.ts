import { mixColours } from '../../images/colour/oklch'
import { castFor } from '../actors/cast'
import { enter } from '../actors/enter'
import { hangRange } from '../props/hang-range'
import { hangHeavens, lightSide } from '../props/heavens'
import { plantPalms } from '../props/plant-palms'
import { pourWater } from '../props/pour-water'
import { releaseBirds } from '../props/release-birds'
import { rollSwell } from '../props/roll-swell'
import { placeLight } from '../props/sky'
import { washShore } from '../props/wash-shore'
import { isDark } from '../stage/film-set'
import type { BuildScene } from './scenery'

/** Sand, a wash that comes and goes, palms in the wind. */
export const beach: BuildScene = async (set) => {
  const { width, height, unit, palette, hour } = set
  const horizon = height * 0.48
  const light = placeLight(set, horizon)
  const lightX = lightSide(set, light)
  const dark = isDark(set)
  const cast = castFor(set, ['ground', 'water', 'air', 'table'])
  const headland = hangRange(set, {
    kind: 'hills',
    depth: 0.16,
    foot: horizon + 2,
    height: height * 0.09,
    wavelength: width * 0.3,
    tone: 0.25,
    haze: 0.4,
    lightX,
    below: 0,
    trees: { tall: unit * 0.025, density: 0.7, round: true },
  })
  const shore = height * 0.72
  const clouds = {
    top: 0,
    height: height * 0.36,
    depth: 0.1,
    size: unit * 0.34,
    cover: 0.47,
    flatness: 2.2,
    pace: unit * 0.014,
  }
  return [
    hangHeavens(set, { horizon, floor: horizon, light, stars: 140, clouds, land: [headland.prop] }),
    ...(await enter(set, cast.air, {
      x: width * 0.5,
      footAt: () => height * 0.32,
      depth: 0.3,
      tall: unit * 0.24,
    })),
    pourWater(set, { line: horizon, light: hour === 'day' ? null : light, roughness: 0.7 }),
    ...(await enter(set, cast.water, {
      x: width * (0.5 + lightX * 0.12),
      footAt: () => height * 0.61,
      depth: 0.45,
      tall: unit * 0.22,
      dim: dark ? 0.3 : 0,
    })),
    rollSwell(set, {
      y: height * 0.6,
      height: unit * 0.02,
      depth: 0.55,
      tone: 0.3,
      pace: unit * 0.02,
      opacity: 0.6,
    }),
    rollSwell(set, {
      y: height * 0.66,
      height: unit * 0.026,
      depth: 0.7,
      tone: 0.25,
      pace: -unit * 0.03,
      opacity: 0.8,
    }),
    ...washShore(set, { line: shore, depth: 0.85 }),
    await releaseBirds(set, {
      count: 4,
      y: height * 0.26,
      depth: 0.3,
      size: 0.028,
      colour: mixColours(palette.near, palette.paper, 0.35),
      toRight: lightX < 0,
    }),
    ...(await enter(set, [...cast.ground, ...cast.table], {
      x: width * (0.5 - lightX * 0.08),
      footAt: () => height * 0.9,
      depth: 1,
      tall: unit * 0.33,
      dim: dark ? 0.35 : 0.03,
      hasShadow: true,
    })),
    ...(set.brief.subjects.some(({ motif }) => motif === 'palm')
      ? []
      : await plantPalms(set, {
          x: lightX < 0 ? width * 0.9 : width * 0.1,
          foot: height * 1.02,
          depth: 1.25,
          tall: height * 0.95,
        })),
  ]
}

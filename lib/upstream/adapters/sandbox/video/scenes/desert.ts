import { mixColours } from '../../images/colour/oklch'
import { castFor } from '../actors/cast'
import { enter } from '../actors/enter'
import { floatMotes } from '../props/float-motes'
import { hangRange } from '../props/hang-range'
import { hangHeavens, lightSide } from '../props/heavens'
import { releaseBirds } from '../props/release-birds'
import { placeLight } from '../props/sky'
import { isDark } from '../stage/film-set'
import type { BuildScene } from './scenery'

/** Dunes behind dunes, each with its sunny and its shaded side, sand in the air. */
export const desert: BuildScene = async (set) => {
  const { width, height, unit, palette } = set
  const horizon = height * 0.54
  const light = placeLight(set, horizon)
  const lightX = lightSide(set, light)
  const dark = isDark(set)
  const cast = castFor(set, ['ground', 'air'])
  const dune = (depth: number, foot: number, tall: number, tone: number) =>
    hangRange(set, {
      kind: 'dunes',
      depth,
      foot,
      height: tall,
      wavelength: width * (0.24 + depth * 0.34),
      tone,
      haze: 0.5 - depth * 0.4,
      lightX,
      below: unit * 0.16,
    })
  const mesa = hangRange(set, {
    kind: 'mountains',
    depth: 0.12,
    foot: horizon,
    height: height * 0.13,
    wavelength: unit * 0.5,
    tone: 0,
    haze: 0.65,
    lightX,
  })
  const back = [
    dune(0.22, horizon + height * 0.06, height * 0.13, 0.16),
    dune(0.4, horizon + height * 0.17, height * 0.17, 0.34),
    dune(0.62, horizon + height * 0.31, height * 0.2, 0.55),
  ]
  const near = dune(1, height * 0.98, height * 0.24, 0.82)
  const clouds = {
    top: height * 0.04,
    height: height * 0.26,
    depth: 0.1,
    size: unit * 0.3,
    cover: 0.38,
    flatness: 5,
    pace: unit * 0.01,
    opacity: 0.7,
  }
  return [
    hangHeavens(set, { horizon, floor: horizon, light, stars: 170, clouds, land: [mesa.prop] }),
    ...(await enter(set, cast.air, {
      x: width * (0.5 - lightX * 0.1),
      footAt: () => height * 0.34,
      depth: 0.3,
      tall: unit * 0.25,
    })),
    ...back.map(({ prop }) => prop),
    ...(cast.air.length === 0
      ? [
          await releaseBirds(set, {
            count: 3,
            y: height * 0.22,
            depth: 0.25,
            size: 0.03,
            colour: mixColours(palette.near, palette.far, 0.3),
            toRight: lightX > 0,
          }),
        ]
      : []),
    near.prop,
    ...(await enter(set, cast.ground, {
      x: width * (0.5 + lightX * 0.06),
      footAt: (x) => near.topAt(x) + height * 0.04,
      depth: 1,
      tall: unit * 0.32,
      dim: dark ? 0.35 : 0.06,
      hasShadow: true,
    })),
    floatMotes(set, {
      count: 40,
      size: 0.006,
      colour: palette.light,
      rise: 0.004,
      from: 0.45,
      to: 1,
      twinkle: 0.7,
    }),
  ]
}

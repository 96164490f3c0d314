import { mixColours } from '../../images/colour/oklch'
import { castFor } from '../actors/cast'
import { enter } from '../actors/enter'
import { hangClouds } from '../props/hang-clouds'
import { hangHeavens, lightSide } from '../props/heavens'
import { releaseBirds } from '../props/release-birds'
import { placeLight } from '../props/sky'
import type { BuildScene } from './scenery'

/** Above the clouds: banks of them below, wisps before the lens. */
export const highSky: BuildScene = async (set) => {
  const { width, height, unit, palette } = set
  const light = placeLight(set, height * 0.66)
  const lightX = lightSide(set, light)
  const cast = castFor(set, ['air'])
  const bank = (top: number, tall: number, depth: number, size: number, cover: number, pace: number) =>
    hangClouds(set, {
      top: height * top,
      height: height * tall,
      depth,
      size: unit * size,
      cover,
      flatness: 1.7,
      pace: unit * pace,
      lightX,
      opacity: 1,
      isBank: true,
    })
  const clouds = {
    top: height * 0.02,
    height: height * 0.3,
    depth: 0.1,
    size: unit * 0.3,
    cover: 0.4,
    flatness: 4,
    pace: unit * 0.012,
    opacity: 0.6,
  }
  return [
    hangHeavens(set, {
      horizon: height * 0.78,
      floor: height,
      light,
      stars: 170,
      clouds,
      land: [bank(0.46, 0.3, 0.2, 0.24, 0.5, 0.014)],
    }),
    await releaseBirds(set, {
      count: cast.air.length > 0 ? 4 : 9,
      y: height * 0.3,
      depth: 0.4,
      size: 0.034,
      colour: mixColours(palette.near, palette.far, 0.25),
      toRight: lightX < 0,
    }),
    bank(0.54, 0.36, 0.42, 0.36, 0.52, 0.03),
    ...(await enter(set, cast.air, {
      x: width * (0.48 - lightX * 0.06),
      footAt: () => height * 0.66,
      depth: 0.7,
      tall: unit * 0.42,
    })),
    bank(0.68, 0.42, 0.85, 0.52, 0.52, 0.07),
    bank(0.82, 0.4, 1.3, 0.75, 0.46, 0.16),
  ]
}

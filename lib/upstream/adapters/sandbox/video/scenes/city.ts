import { mixColours } from '../../images/colour/oklch'
import { castFor } from '../actors/cast'
import { enter } from '../actors/enter'
import { createCanvas } from '../paint/create-canvas'
import { rampOf } from '../paint/ramp'
import { toPlaneImage } from '../picture/to-plane-image'
import { buildSkyline } from '../props/build-skyline'
import { hangMist } from '../props/hang-mist'
import { hangHeavens, lightSide } from '../props/heavens'
import { pourWater } from '../props/pour-water'
import { releaseBirds } from '../props/release-birds'
import { runTraffic } from '../props/run-traffic'
import { placeLight } from '../props/sky'
import { backdrop, marginOf } from '../stage/backdrop'
import { type FilmSet, isDark } from '../stage/film-set'
import type { Prop } from '../stage/prop'
import type { BuildScene } from './scenery'

/** A skyline in three rows behind a river, traffic on the near bank. */
export const city: BuildScene = async (set) => {
  const { width, height, unit, palette } = set
  const horizon = height * 0.66
  const light = placeLight(set, horizon * 0.8)
  const lightX = lightSide(set, light)
  const dark = isDark(set)
  const cast = castFor(set, ['ground', 'air', 'water'])
  const row = (depth: number, tall: number, tone: number, haze: number, size: number) =>
    buildSkyline(set, {
      depth,
      foot: horizon + 1,
      height: height * tall,
      tone,
      haze,
      least: unit * size,
      widest: unit * size * 1.9,
    })
  const quay = height * 0.86
  const clouds = {
    top: 0,
    height: height * 0.36,
    depth: 0.08,
    size: unit * 0.36,
    cover: 0.45,
    pace: unit * 0.012,
  }
  const mist = hangMist(set, {
    y: horizon - height * 0.12,
    height: height * 0.12,
    depth: 0.16,
    density: 0.45,
  })
  return [
    hangHeavens(set, {
      horizon,
      floor: horizon,
      light,
      stars: 90,
      clouds,
      land: [...row(0.14, 0.46, 0.08, 0.62, 0.04), mist],
    }),
    ...(await enter(set, cast.air, {
      x: width * (0.5 - lightX * 0.16),
      footAt: () => height * 0.3,
      depth: 0.24,
      tall: unit * 0.22,
    })),
    ...row(0.24, 0.36, 0.36, 0.38, 0.055),
    ...(dark
      ? []
      : [
          await releaseBirds(set, {
            count: 5,
            y: height * 0.24,
            depth: 0.2,
            size: 0.024,
            colour: mixColours(palette.near, palette.far, 0.3),
            toRight: lightX < 0,
          }),
        ]),
    ...row(0.38, 0.24, 0.64, 0.16, 0.075),
    pourWater(set, { line: horizon, light: dark ? null : light, roughness: 0.5 }),
    ...(await enter(set, cast.water, {
      x: width * (0.5 - lightX * 0.1),
      footAt: () => height * 0.78,
      depth: 0.55,
      tall: unit * 0.2,
      dim: dark ? 0.3 : 0,
    })),
    embankment(set, quay),
    runTraffic(set, { y: quay + height * 0.028, depth: 1 }),
    ...(await enter(set, cast.ground, {
      x: width * (0.5 + lightX * 0.06),
      footAt: () => height * 0.955,
      depth: 1,
      tall: unit * 0.32,
      dim: dark ? 0.3 : 0.06,
      hasShadow: true,
    })),
  ]
}

function embankment(set: FilmSet, top: number): Prop {
  const { width, height, palette } = set
  const margin = marginOf(width, 1)
  const canvas = createCanvas(width + 2 * margin, height * 1.08 - top)
  const stone = mixColours(palette.near, palette.ink, 0.35)
  const ramp = rampOf([
    [0, mixColours(stone, palette.light, 0.2)],
    [0.05, stone],
    [0.12, mixColours(stone, palette.ink, 0.4)],
    [1, mixColours(stone, palette.ink, 0.55)],
  ])
  for (let y = 0; y < canvas.height; y++) {
    const [red, green, blue] = ramp.at(y / canvas.height)
    for (let x = 0; x < canvas.width; x++)
      canvas.data.set([red, green, blue, 255], (y * canvas.width + x) * 4)
  }
  return backdrop(toPlaneImage(canvas), { left: -margin, top, depth: 1 })
}

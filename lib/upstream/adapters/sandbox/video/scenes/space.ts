import { mixColours } from '../../images/colour/oklch'
import { castFor } from '../actors/cast'
import { enter } from '../actors/enter'
import { createCanvas } from '../paint/create-canvas'
import { noiseOf } from '../paint/noise-of'
import { rampOf } from '../paint/ramp'
import { toPlaneImage } from '../picture/to-plane-image'
import { hangStars } from '../props/hang-stars'
import { shootStars } from '../props/shoot-stars'
import { spinPlanet } from '../props/spin-planet'
import { backdrop, marginOf } from '../stage/backdrop'
import type { FilmSet } from '../stage/film-set'
import { held } from '../stage/held'
import type { Prop } from '../stage/prop'
import type { BuildScene } from './scenery'

/** A nebula, stars at three distances, a planet that turns. */
export const space: BuildScene = async (set) => {
  const { width, height, unit, palette } = set
  const cast = castFor(set, ['space', 'air', 'ground'])
  const side = set.random.fork('planet').chance(0.5) ? 1 : -1
  return [
    held([nebula(set), hangStars(set, height * 1.05, 240, 0.08)]),
    hangStars(set, height * 1.05, 90, 0.3),
    shootStars(set, height * 0.8),
    await spinPlanet(set, {
      x: width * (0.5 + side * 0.3),
      y: height * 0.3,
      radius: unit * 0.24,
      depth: 0.25,
      colours: [palette.accent, palette.second, palette.paper],
      hasRing: true,
    }),
    await spinPlanet(set, {
      x: width * (0.5 - side * 0.34),
      y: height * 0.64,
      radius: unit * 0.07,
      depth: 0.4,
      colours: [palette.far, palette.light, palette.paper],
      hasRing: false,
    }),
    ...(await enter(set, [...cast.space, ...cast.air, ...cast.ground], {
      x: width * (0.5 - side * 0.08),
      footAt: () => height * 0.74,
      depth: 0.9,
      tall: unit * 0.42,
    })),
    hangStars(set, height * 1.05, 26, 0.8),
  ]
}

/** Painted at a third of its size: it is soft all over. */
const COARSE = 3

function nebula(set: FilmSet): Prop {
  const { width, height, unit, palette } = set
  const margin = marginOf(width, 0.06)
  const canvas = createCanvas((width + 2 * margin) / COARSE, (height + 2 * margin) / COARSE)
  const noise = noiseOf(set.random.fork('nebula').whole(0, 1e9))
  const deep = mixColours(palette.near, '#05060f', 0.72)
  const ramp = rampOf([
    [0, deep],
    [0.3, mixColours(deep, palette.sky[0], 0.6)],
    [0.55, mixColours(palette.sky[1], palette.accent, 0.3)],
    [0.8, mixColours(palette.second, palette.sky[2], 0.4)],
    [1, palette.light],
  ])
  const size = unit / COARSE
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const bend = noise.planeOctaves(x / size + 7, y / size, 3) - 0.5
      const body = noise.planeOctaves((x / size) * 1.4 + bend * 1.6, (y / size) * 1.9 + bend, 5)
      const band = 1 - Math.abs((y / canvas.height - 0.5) * 1.5 + (x / canvas.width - 0.5) * 0.7 + bend * 0.6)
      const [red, green, blue] = ramp.at(Math.max(0, body * 2.1 - 0.62) * Math.max(0, band) ** 1.3)
      canvas.data.set([red, green, blue, 255], (y * canvas.width + x) * 4)
    }
  }
  return backdrop(toPlaneImage(canvas), { left: -margin, top: -margin, depth: 0.06, scale: COARSE })
}

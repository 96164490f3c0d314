import { castFor } from '../actors/cast'
import { enter } from '../actors/enter'
import { hangAurora } from '../props/hang-aurora'
import { hangRange } from '../props/hang-range'
import { hangStars } from '../props/hang-stars'
import { pourWater } from '../props/pour-water'
import { shootStars } from '../props/shoot-stars'
import { hangSky } from '../props/sky'
import { held } from '../stage/held'
import type { BuildScene } from './scenery'

/** Stars over black hills and a lake: shooting stars, or the northern lights. */
export const nightHills: BuildScene = async (set) => {
  const { width, height, unit, brief } = set
  const horizon = height * 0.64
  const light = { x: width * 0.72, y: horizon * 0.24 }
  const cast = castFor(set, ['ground', 'air'])
  const hasAurora = brief.palette === 'aurora' || /aurora|northern light/i.test(brief.caption)
  const far = hangRange(set, {
    kind: 'mountains',
    depth: 0.16,
    foot: horizon,
    height: height * 0.22,
    wavelength: unit * 0.6,
    tone: 0.25,
    haze: 0.3,
    lightX: 1,
    below: 0,
    hasSnow: hasAurora,
  })
  const wood = hangRange(set, {
    kind: 'hills',
    depth: 0.34,
    foot: horizon + height * 0.01,
    height: height * 0.07,
    wavelength: width * 0.4,
    tone: 0.7,
    haze: 0.1,
    lightX: 1,
    below: 0,
    trees: { tall: unit * 0.06, density: 0.8, round: false },
  })
  const near = hangRange(set, {
    kind: 'hills',
    depth: 1,
    foot: height * 1.04,
    height: height * 0.24,
    wavelength: width * 0.7,
    tone: 0.97,
    haze: 0,
    lightX: 1,
    trees: { tall: unit * 0.16, density: 0.35, round: false },
  })
  return [
    held([
      ...hangSky(set, { horizon, floor: horizon, light }),
      hangStars(set, horizon, 300),
      ...(hasAurora ? [hangAurora(set, horizon)] : []),
      far.prop,
    ]),
    ...(hasAurora ? [] : [shootStars(set, horizon * 0.7)]),
    ...(await enter(set, cast.air, {
      x: width * 0.42,
      footAt: () => height * 0.42,
      depth: 0.3,
      tall: unit * 0.26,
    })),
    wood.prop,
    pourWater(set, { line: horizon + height * 0.008, light, roughness: 0.15 }),
    near.prop,
    ...(await enter(set, cast.ground, {
      x: width * 0.46,
      footAt: (x) => near.topAt(x) + height * 0.04,
      depth: 1,
      tall: unit * 0.3,
      dim: 0.35,
    })),
  ]
}

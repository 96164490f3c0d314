import { type FilmSet, isDark } from '../stage/film-set'
import { held } from '../stage/held'
import type { Prop } from '../stage/prop'
import { type CloudBank, hangClouds } from './hang-clouds'
import { hangStars } from './hang-stars'
import { hangSky, type SkyPlan } from './sky'

export type Heavens = SkyPlan & {
  /** By night. */
  stars: number
  clouds: Omit<CloudBank, 'lightX' | 'opacity'> & { opacity?: number }
  /** Land so far off that it belongs to them. */
  land?: readonly Prop[]
}

/** On which side of the picture the light stands. */
export function lightSide({ width }: FilmSet, light: SkyPlan['light']): -1 | 1 {
  return light.x < width / 2 ? -1 : 1
}

/** All that is far off: the air and its light, stars or clouds, the land on the horizon. */
export function hangHeavens(set: FilmSet, { stars, clouds, land = [], ...sky }: Heavens): Prop {
  const dark = isDark(set)
  return held([
    ...hangSky(set, sky),
    ...(dark && stars > 0 ? [hangStars(set, sky.horizon, stars)] : []),
    hangClouds(set, {
      ...clouds,
      lightX: lightSide(set, sky.light),
      opacity: (clouds.opacity ?? 0.92) * (dark ? 0.58 : 1),
    }),
    ...land,
  ])
}

import type { SceneName } from '../../images/scenes/scenes'
import { hangVignette } from '../props/hang-vignette'
import { hangWeather } from '../props/hang-weather'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'
import { abstract } from './abstract'
import { beach } from './beach'
import { buildDiorama } from './build-diorama'
import { city } from './city'
import { desert } from './desert'
import { forest } from './forest'
import { highSky } from './high-sky'
import { meadow } from './meadow'
import { mountains } from './mountains'
import { nightHills } from './night-hills'
import { road } from './road'
import type { BuildScene } from './scenery'
import { sea } from './sea'
import { space } from './space'
import { underwater } from './underwater'

/** Settings that are built in depth; the others are those of the still pictures, in layers. */
const scenes: Partial<Record<SceneName, BuildScene>> = {
  abstract,
  beach,
  city,
  desert,
  forest,
  highSky,
  lake: mountains,
  meadow,
  mountains,
  nightHills,
  road,
  sea,
  space,
  underwater,
}

/** The setting that a prompt asks for, with its subjects and its weather. */
export async function buildScene(set: FilmSet): Promise<Prop[]> {
  const build = scenes[set.scene]
  const props = build ? await build(set) : await buildDiorama(set, set.scene)
  const weather = set.scene === 'space' ? [] : await hangWeather(set)
  return [...props, ...weather, hangVignette(set)]
}

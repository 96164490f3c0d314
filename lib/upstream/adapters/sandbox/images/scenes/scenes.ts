import { abstract } from './abstract'
import { beach } from './beach'
import { botanical } from './botanical'
import { city } from './city'
import { desert } from './desert'
import { forest } from './forest'
import { highSky } from './high-sky'
import { lake } from './lake'
import { meadow } from './meadow'
import { mountains } from './mountains'
import { nightHills } from './night-hills'
import { plain } from './plain'
import { portrait } from './portrait'
import { road } from './road'
import { room } from './room'
import type { DrawScene } from './scene'
import { sea } from './sea'
import { space } from './space'
import { table } from './table'
import { underwater } from './underwater'

/** Every setting there is. */
export const scenes = {
  abstract,
  beach,
  botanical,
  city,
  desert,
  forest,
  highSky,
  lake,
  meadow,
  mountains,
  nightHills,
  plain,
  portrait,
  road,
  room,
  sea,
  space,
  table,
  underwater,
} satisfies Record<string, DrawScene>

export type SceneName = keyof typeof scenes

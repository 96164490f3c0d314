import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

/** Builds a scene: its props, from the farthest to the nearest, the prompt's subjects among them. */
export type BuildScene = (set: FilmSet) => Promise<Prop[]>

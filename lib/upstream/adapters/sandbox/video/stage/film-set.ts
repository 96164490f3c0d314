import type { Brief } from '../../images/brief/brief'
import type { Palette } from '../../images/colour/palette'
import type { Random } from '../../images/random-of'
import type { Hour } from '../../images/scenes/scene'
import type { SceneName } from '../../images/scenes/scenes'

/** What is being built for one film: its room in pixels, its colours and its luck. */
export type FilmSet = {
  readonly width: number
  readonly height: number
  /** The shorter side: what sizes are measured by. */
  readonly unit: number
  readonly seconds: number
  readonly brief: Brief
  readonly scene: SceneName
  readonly palette: Palette
  readonly hour: Hour
  readonly random: Random
}

export function isDark({ hour }: FilmSet): boolean {
  return hour === 'night' || hour === 'dusk'
}

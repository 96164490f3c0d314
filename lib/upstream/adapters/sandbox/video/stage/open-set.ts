import { hashText } from '../../conversation/hash-text'
import type { Brief } from '../../images/brief/brief'
import { readBrief } from '../../images/brief/read-brief'
import { choosePalette } from '../../images/compose/choose-palette'
import { chooseScene } from '../../images/compose/choose-scene'
import { randomOf } from '../../images/random-of'
import type { FilmSet } from './film-set'

export type SetOptions = {
  prompt: string
  /** Words to set in place of the prompt's own. */
  say?: string | undefined
  seed: number
  width: number
  height: number
  seconds: number
}

/** Reads the prompt and settles what it leaves open by the seed. */
export function openSet({ prompt, say, seed, width, height, seconds }: SetOptions): FilmSet {
  const read = byNight(readBrief(prompt))
  const brief = say === undefined ? read : { ...read, title: say, caption: say }
  const random = randomOf((hashText(prompt) ^ Math.imul(seed, 0x9e3779b1)) >>> 0)
  const scene = chooseScene(brief, random.fork('scene'))
  const { palette, hour } = choosePalette(brief, scene, random.fork('palette'))
  const unit = Math.min(width, height)
  return { width, height, unit, seconds, brief, scene, palette, hour, random }
}

/** Nobody lets off fireworks at noon, unless told to. */
function byNight(brief: Brief): Brief {
  const isForNight = brief.weather === 'fireworks' && brief.hour === null
  return isForNight ? { ...brief, hour: 'night', palette: null } : brief
}

import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

/** Sheet lightning: the whole sky is lit for a moment, twice in a row, every few seconds. */
export function flashLightning(set: FilmSet): Prop {
  const random = set.random.fork('lightning')
  const strikes = Array.from(
    { length: Math.ceil(set.seconds / 2.4) },
    (_, at) => at * 2.4 + random.between(0.5, 2),
  )
  return ({ luma }, { seconds }) => {
    const power = Math.max(0, ...strikes.map((at) => flash(seconds - at)))
    if (power < 0.02) return
    const gain = Math.round(power * 150)
    for (let at = 0; at < luma.length; at++) {
      const value = luma[at] ?? 16
      luma[at] = value + (((236 - value) * gain) >> 8)
    }
  }
}

function flash(since: number): number {
  if (since < 0 || since > 0.5) return 0
  return since < 0.12 ? 1 - since / 0.16 : since < 0.2 ? 0.1 : 0.75 * (1 - (since - 0.2) / 0.3)
}

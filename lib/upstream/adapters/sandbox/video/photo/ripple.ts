import type { Placement } from '../picture/draw-image'
import type { FilmSet } from '../stage/film-set'

const WATER =
  /\b(water|sea|ocean|lake|river|wave|waves|pond|pool|reflection|rain|underwater|beach|shore)\b|水|海|湖|河|波/i

type Sway = (seconds: number, strength: number) => Pick<Placement, 'sway'>

/** The lower part of a picture moves as water does, where the prompt speaks of water; else it stays as it is. */
export function ripple({ brief, width }: FilmSet): Sway {
  if (!WATER.test(brief.caption)) return () => ({})
  return (seconds, strength) => ({
    sway: (row) => {
      const depth = Math.max(0, (row - 0.52) / 0.48)
      return depth * strength * width * 0.0055 * Math.sin(row * (70 - 40 * depth) - seconds * 3.1)
    },
  })
}

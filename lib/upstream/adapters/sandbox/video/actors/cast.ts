import type { Subject } from '../../images/brief/brief'
import type { Motif, Stance } from '../../images/motifs/motif'
import { motifs } from '../../images/motifs/motifs'
import type { FilmSet } from '../stage/film-set'

export type Cast = Record<Stance, Subject[]>

/** Where a motif goes when the scene has no place of its own kind, best first. */
const elsewhere: Record<Stance, readonly Stance[]> = {
  ground: ['table', 'water', 'air', 'deep', 'space'],
  water: ['ground', 'table', 'deep', 'air', 'space'],
  deep: ['water', 'air', 'ground', 'table', 'space'],
  air: ['space', 'ground', 'table', 'water', 'deep'],
  table: ['ground', 'deep', 'air', 'space', 'water'],
  space: ['air', 'ground', 'deep', 'table', 'water'],
}

export function motifOf({ motif }: Subject): Motif {
  return motifs[motif]
}

/** The prompt's subjects, each at one of the places that a scene has. */
export function castFor({ brief }: FilmSet, places: readonly Stance[]): Cast {
  const cast: Cast = { ground: [], water: [], deep: [], air: [], table: [], space: [] }
  for (const subject of brief.subjects) {
    const { stance } = motifOf(subject)
    const place = [stance, ...elsewhere[stance]].find((one) => places.includes(one))
    if (place !== undefined) cast[place].push(subject)
  }
  return cast
}

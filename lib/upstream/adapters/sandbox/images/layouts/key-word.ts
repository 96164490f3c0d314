import type { Brief } from '../brief/brief'
import { motifWords } from '../brief/motif-words'

/** The prompt's own word for its first subject; without one its last. */
export function keyWord({ title, subjects: [first] }: Brief): string {
  const names = first === undefined ? [] : motifWords[first.motif].split(', ')
  const words = title.split(/[^\p{L}\d'-]+/u).filter(Boolean)
  const named = words.find((word) =>
    names.some((name) => word.toLowerCase().startsWith(name.replace(/y$/, ''))),
  )
  return named ?? words.at(-1) ?? title
}

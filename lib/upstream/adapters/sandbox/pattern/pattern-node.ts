/** A regular expression, taken apart. A caller's own expression is never run: it might not end within our lifetime. */
export type PatternNode =
  | CharsNode
  | { kind: 'sequence'; parts: PatternNode[] }
  | { kind: 'choice'; options: PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; min: number; max: number }
  | { kind: 'start' }
  | { kind: 'end' }

/** One character out of (or, negated, outside of) these ranges of code points. */
export type CharsNode = { kind: 'chars'; isNegated: boolean; ranges: CharRange[] }
export type CharRange = readonly [number, number]

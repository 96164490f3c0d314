import { includesCode } from './includes-code'
import type { PatternNode } from './pattern-node'

const LONGEST_TEXT = 500
const MOST_REPEATS = 1_000
const MOST_STEPS = 100_000

/**
 * Whether the pattern is found anywhere in the text. It follows all ways at once (sets of positions), so that no
 * pattern takes exponential time. Too long a text, or too deep a pattern, counts as no match.
 */
export function matchPattern(node: PatternNode, text: string): boolean {
  if (text.length > LONGEST_TEXT) return false
  const codes = [...text].map((char) => char.codePointAt(0) ?? 0)
  const everywhere = new Set(Array.from({ length: codes.length + 1 }, (_, at) => at))
  return advance(node, { codes, left: MOST_STEPS }, everywhere).size > 0
}

type Search = { codes: readonly number[]; left: number }

function advance(node: PatternNode, search: Search, from: ReadonlySet<number>): Set<number> {
  const { codes } = search
  search.left -= 1 + from.size
  if (search.left <= 0) return new Set()
  if (node.kind === 'start') return keep(from, 0)
  if (node.kind === 'end') return keep(from, codes.length)
  if (node.kind === 'chars') {
    const reached = [...from].filter((at) => at < codes.length && includesCode(node, codes[at] ?? -1))
    return new Set(reached.map((at) => at + 1))
  }
  if (node.kind === 'sequence') {
    return node.parts.reduce((at, part) => (at.size === 0 ? at : advance(part, search, at)), new Set(from))
  }
  if (node.kind === 'choice') {
    return new Set(node.options.flatMap((option) => [...advance(option, search, from)]))
  }
  return repeat(node, search, from)
}

type Repeat = Extract<PatternNode, { kind: 'repeat' }>

function repeat(node: Repeat, search: Search, from: ReadonlySet<number>): Set<number> {
  let at = new Set(from)
  const least = Math.min(node.min, MOST_REPEATS)
  for (let i = 0; i < least && at.size > 0; i++) at = advance(node.part, search, at)
  const reached = new Set(at)
  for (let i = least; i < Math.min(node.max, MOST_REPEATS) && at.size > 0; i++) {
    at = new Set([...advance(node.part, search, at)].filter((next) => !reached.has(next)))
    for (const next of at) reached.add(next)
  }
  return reached
}

function keep(from: ReadonlySet<number>, position: number): Set<number> {
  return new Set(from.has(position) ? [position] : [])
}

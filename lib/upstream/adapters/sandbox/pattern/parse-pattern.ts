import type { PatternNode } from './pattern-node'
import { PatternParser } from './pattern-parser'
import { UnknownPattern } from './unknown-pattern'

const LONGEST = 1_000

/** Undefined for what is not a regular expression, or is one of a kind that cannot be written from. */
export function parsePattern(source: string): PatternNode | undefined {
  if (source.length > LONGEST) return undefined
  try {
    return new PatternParser(source).parse()
  } catch (error) {
    if (error instanceof UnknownPattern) return undefined
    throw error
  }
}

import { ExpressionParser } from './expression-parser'
import { NotAnExpression } from './not-an-expression'
import { spellOut } from './spell-out'

export type Calculation = { expression: string; result: number }

const LONGEST_TEXT = 2_000
const run = /(?:sqrt|mod|\*\*|[-+*/^%().\s]|\d(?:e[+-]?\d+)?)+/gi
const hasOperator = /[\d)%]\s*(?:[-+*/^%]|mod)\s*[-+\d.(s]|sqrt\s*[\d.(]|\d\s*%/i

/** The longest arithmetic expression in a text, worked out. Ranges, dates and telephone numbers are not meant. */
export function findCalculation(text: string): Calculation | undefined {
  if (text.length > LONGEST_TEXT) return undefined
  const unpunctuated = text.replace(/\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\/\d{1,2}\/\d{2,4}/g, ' ; ')
  const candidates = [...spellOut(unpunctuated).matchAll(run)]
    .map(([candidate]) => candidate.replace(/^[\s.)*/^%]+|[\s.(+*/^-]+$/g, ''))
    .filter((candidate) => hasOperator.test(candidate))
    .sort((a, b) => b.length - a.length)
  for (const candidate of candidates) {
    const result = evaluate(candidate)
    if (result !== undefined) return { expression: candidate.replace(/\s+/g, ' '), result }
  }
  return undefined
}

function evaluate(candidate: string): number | undefined {
  try {
    return new ExpressionParser(candidate).parse()
  } catch (error) {
    if (error instanceof NotAnExpression) return undefined
    throw error
  }
}

import type { Grade } from '../suite'
import { answerLine, NO_ANSWER_LINE } from './answer-line'

/** One number, with a sign of money before it or one word of a unit behind it; `41 or 42` is no number. */
const form =
  /^(?:[$€£]\s?)?([-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?:\s?(?:%|[a-zA-Z°²³]+(?:\/[a-zA-Z]+)?))?$/

const TOLERANCE = 1e-9

export function gradeNumber(value: number, text: string): Grade {
  const line = answerLine(text)
  if (line === undefined) return { passed: false, reason: NO_ANSWER_LINE }
  const written = form.exec(line)?.[1]
  if (written === undefined) return { passed: false, reason: `“${line.slice(0, 80)}” is not one number.` }
  const found = Number(written.replaceAll(',', '').replace('−', '-'))
  if (Math.abs(found - value) <= TOLERANCE * Math.max(1, Math.abs(value))) return { passed: true }
  return { passed: false, reason: `The answer was ${written}; it is ${value}.` }
}

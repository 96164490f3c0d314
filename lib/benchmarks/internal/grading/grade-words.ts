import type { Grade } from '../suite'
import { answerLine, NO_ANSWER_LINE } from './answer-line'

export function gradeWords(accepted: readonly string[], text: string): Grade {
  const line = answerLine(text)
  if (line === undefined) return { passed: false, reason: NO_ANSWER_LINE }
  if (accepted.some((one) => plain(one) === plain(line))) return { passed: true }
  return { passed: false, reason: `The answer was “${line.slice(0, 80)}”; it is “${accepted[0]}”.` }
}

/** Without what does not change which word it is: case, spaces, an article, the spaces of a list. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s*,\s*/g, ',')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:the|a|an) /, '')
}

import type { Answer, Check, Grade, Question } from '../suite'
import { gradeNumber } from './grade-number'
import { gradeRules } from './grade-rules'
import { gradeWords } from './grade-words'

/** Longer answers are not read: no item asks for more than a page. */
const MOST_CHARACTERS = 200_000

/** Whether the answer is right. By code alone, the same each time; never throws, whatever the model wrote. */
export async function gradeAnswer(question: Question, check: Check, answer: Answer): Promise<Grade> {
  if (answer.text.length > MOST_CHARACTERS) return { passed: false, reason: 'The answer is far too long.' }
  switch (check.kind) {
    case 'number':
      return gradeNumber(check.value, answer.text)
    case 'words':
      return gradeWords(check.accepted, answer.text)
    case 'rules':
      return gradeRules(check.rules, answer.text)
    case 'json':
      return (await import('./grade-json')).gradeJson(check.schema, check.expected, answer.text)
    case 'calls':
      return (await import('./grade-calls')).gradeCalls(question.tools ?? [], check.calls, answer)
  }
}

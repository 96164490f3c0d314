import type { Grade, Rule } from '../suite'
import { ruleFault } from './rule-fault'

/** Every rule has to be kept; an answer that says nothing keeps none. */
export function gradeRules(rules: readonly Rule[], answer: string): Grade {
  const text = answer.replace(/\r\n?/g, '\n').trim()
  if (text === '') return { passed: false, reason: 'Nothing was said.' }
  for (const rule of rules) {
    const fault = ruleFault(rule, text)
    if (fault !== undefined) return { passed: false, reason: fault }
  }
  return { passed: true }
}

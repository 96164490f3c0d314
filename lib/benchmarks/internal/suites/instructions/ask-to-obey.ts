import type { Item, Rule } from '../../suite'

/** A small piece of writing with rules that code can check. The reference keeps them all. */
export function askToObey(id: string, prompt: string, reference: string, ...rules: [Rule, ...Rule[]]): Item {
  return {
    id,
    question: { messages: [{ role: 'user', content: prompt }] },
    check: { kind: 'rules', rules },
    reference: { text: reference, calls: [] },
  }
}

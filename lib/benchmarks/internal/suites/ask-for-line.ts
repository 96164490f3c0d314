import type { Item } from '../suite'

const CLOSING = 'Think it through if you like, then end with one line that reads “Answer: ” and'

/** A question whose answer is one number on the last line. */
export function askForNumber(id: string, prompt: string, exact: number): Item {
  const value = Number(exact.toFixed(6)) // 3 × 1.85 is not quite 5.55 to a computer
  const content = `${prompt}\n\n${CLOSING} the number alone, without words.`
  return {
    id,
    question: { messages: [{ role: 'user', content }] },
    check: { kind: 'number', value },
    reference: { text: `Answer: ${value}`, calls: [] },
  }
}

/** A question whose answer is a word or two on the last line; the first of `accepted` is the reference. */
export function askForWords(id: string, prompt: string, ...accepted: [string, ...string[]]): Item {
  const content = `${prompt}\n\n${CLOSING} the answer alone.`
  return {
    id,
    question: { messages: [{ role: 'user', content }] },
    check: { kind: 'words', accepted },
    reference: { text: `Answer: ${accepted[0]}`, calls: [] },
  }
}

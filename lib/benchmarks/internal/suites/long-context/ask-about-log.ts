import type { Item } from '../../suite'
import { type Note, writeLog } from './write-log'

/** About 33 tokens an entry: some 2, 5, 10 and 20 thousand tokens. */
const logEntries = { short: 60, medium: 150, long: 300, longest: 600 } as const

type Log = {
  length: keyof typeof logEntries
  notes: readonly Note[]
  question: string
  /** A number, or words of which the first is the reference. */
  answer: number | readonly [string, ...string[]]
}

/** A question about notes in a long log; all that it takes stands in the log. */
export function askAboutLog(id: string, { length, notes, question, answer }: Log): Item {
  const log = writeLog(id, logEntries[length], notes)
  const form = typeof answer === 'number' ? 'the number alone' : 'the answer alone'
  const content = `Here is the log of a harbour.\n\n${log}\n\nThat was the log. ${question}\n\nEnd with one line that reads “Answer: ” and ${form}.`
  const first = typeof answer === 'number' ? answer : answer[0]
  return {
    id,
    question: { messages: [{ role: 'user', content }] },
    check:
      typeof answer === 'number' ? { kind: 'number', value: answer } : { kind: 'words', accepted: answer },
    reference: { text: `Answer: ${first}`, calls: [] },
  }
}
